-- A document: the requested version, else the one in force.
--
-- Definer: no role may read the table.
-- Fails with: invalid_request, not_found
create function api.get_document(p_document_key text, p_version date default null, p_locale text default null)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v_locale   text := app.reading_locale(p_locale);
  v_current  date := app.current_document_version(p_document_key);
  v_document app.document_versions;
begin
  perform app.admit_caller();
  select * into v_document from app.document_versions d
   where d.document_key = p_document_key and d.version = coalesce(p_version, v_current);
  perform app.require_found(found);
  return jsonb_build_object(
    'documentKey', v_document.document_key,
    'version', v_document.version,
    'currentVersion', v_current,
    'locale', app.text_language(v_document.title, v_locale),
    'title', app.text_in(v_document.title, v_locale),
    'text', app.text_in(v_document.text, v_locale));
end
$$;
grant execute on function api.get_document to authenticated, rider_server, surveyor_server;

-- Record that the caller accepts a version of a document. Idempotent: the first timestamp is kept.
--
-- Definer: no role may touch the tables.
-- Fails with: unauthenticated, not_found (no such document), invalid_request (no such version)
create function api.accept_document(p_document_key text, p_version date)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_user    uuid := app.require_user();
  v_current date := app.current_document_version(p_document_key);
begin
  if not exists (select from app.document_versions d
                  where d.document_key = p_document_key and d.version = p_version and d.version <= v_current) then
    perform app.fail('invalid_request', '{"path": "version", "code": "unknown_reference"}');
  end if;
  insert into app.document_acceptances (user_id, document_key, version, accepted_at)
  values (v_user, p_document_key, p_version, app.now())
  on conflict do nothing;
  return app.acceptance_response(v_user, p_document_key);
end
$$;
grant execute on function api.accept_document to authenticated;

-- Whether the caller has accepted a document, and in which version.
--
-- Definer: no role may read the tables.
-- Fails with: unauthenticated, not_found
create function api.get_document_acceptance(p_document_key text)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
begin
  return app.acceptance_response(app.require_user(), p_document_key);
end
$$;
grant execute on function api.get_document_acceptance to authenticated;

-- The newest version that a user accepted, and whether they must accept a newer one. Fails with: not_found
create function app.acceptance_response(p_user uuid, p_key text)
returns jsonb language plpgsql stable set search_path = '' as $$
declare
  v_current  date := app.current_document_version(p_key);
  v_accepted app.document_acceptances;
begin
  select * into v_accepted from app.document_acceptances a
   where a.user_id = p_user and a.document_key = p_key
   order by a.version desc
   limit 1;
  return jsonb_build_object(
    'documentKey', p_key,
    'currentVersion', v_current,
    'acceptedVersion', v_accepted.version,
    'acceptedAt', app.instant(v_accepted.accepted_at),
    'needed', v_accepted.version is distinct from v_current);
end
$$;

-- Add a version of a document. The same again changes nothing; a different text for an existing version is rejected,
-- because users may have accepted that one.
--
-- Definer: no role may touch the table.
-- Fails with: version_conflict
create function api.load_document(p_key text, p_version date, p_title jsonb, p_text jsonb)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_added boolean;
begin
  insert into app.document_versions (document_key, version, title, text, loaded_at)
  values (p_key, p_version, p_title, p_text, app.now())
  on conflict do nothing;
  v_added := found;
  if not exists (select from app.document_versions d
                  where d.document_key = p_key and d.version = p_version and d.title = p_title and d.text = p_text) then
    perform app.fail('version_conflict', jsonb_build_object('documentKey', p_key, 'version', p_version));
  end if;
  return jsonb_build_object('documentKey', p_key, 'version', p_version, 'changed', v_added);
end
$$;
grant execute on function api.load_document to operator_server;
