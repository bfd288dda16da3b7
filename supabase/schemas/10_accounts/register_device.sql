-- Remember the device cookie that an app is about to hand out. Repeating it changes nothing.
--
-- Reports tell "two devices" apart by these rows; a device that nobody registered counts as no device at all, so a
-- caller that talks straight to the database cannot invent one.
-- Definer: no role may touch app.devices.
create function api.register_device(p_device text)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
begin
  if char_length(p_device) is distinct from 43 then
    perform app.fail('invalid_request', '{"path": "device"}');
  end if;
  insert into app.devices (token_hash) values (sha256(convert_to(p_device, 'UTF8'))) on conflict do nothing;
  return jsonb_build_object('registered', true);
end
$$;
grant execute on function api.register_device to service_role;

-- The stored hash of a device cookie, or null when it is missing or unknown.
create function app.known_device(p_device text)
returns bytea
language plpgsql
stable
set search_path = ''
as $$
begin
  return (select d.token_hash from app.devices d where d.token_hash = sha256(convert_to(p_device, 'UTF8')));
end
$$;
