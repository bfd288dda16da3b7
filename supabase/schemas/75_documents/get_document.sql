-- A document to read: the version that was asked for, else the one that holds now.
--
-- Definer: no role may read the table.
-- Fails with: invalid_request, not_found
create function api.get_document(p_document_key text, p_version date default null, p_locale text default null)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
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
    'locale', v_locale,
    'title', v_document.title ->> v_locale,
    'text', v_document.text ->> v_locale);
end
$$;
grant execute on function api.get_document to authenticated, service_role;
