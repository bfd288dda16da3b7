-- Add a version of a document. The same again changes nothing; another text under the same version is refused, because
-- somebody may have accepted the one that is there.
--
-- Definer: no role may touch the table.
-- Fails with: version_conflict
create function api.load_document(p_key text, p_version date, p_title jsonb, p_text jsonb)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
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
grant execute on function api.load_document to service_role;
