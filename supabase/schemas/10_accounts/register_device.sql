-- Register the device cookie that an app is about to set. Idempotent.
--
-- Reports count devices by these rows; an unregistered device counts as none, so a caller that accesses the database
-- directly cannot invent one.
-- Definer: no role may touch app.devices.
create function api.register_device(p_device text)
returns jsonb language plpgsql security definer set search_path = '' as $$
begin
  if char_length(p_device) is distinct from 43 then
    perform app.fail('invalid_request', '{"path": "device"}');
  end if;
  insert into app.devices (token_hash) values (sha256(convert_to(p_device, 'UTF8'))) on conflict do nothing;
  return jsonb_build_object('registered', true);
end
$$;
grant execute on function api.register_device to rider_server;

-- The stored hash of a device cookie, or null when it is missing or unknown.
create function app.known_device(p_device text)
returns bytea language plpgsql stable set search_path = '' as $$
begin
  if p_device is null then
    return null;
  end if;
  return (select d.token_hash from app.devices d where d.token_hash = sha256(convert_to(p_device, 'UTF8')));
end
$$;

-- Purge devices that are 30 days old and referenced by nothing. An app registers its own again when they return. Part
-- of the sweep.
create function app.purge_idle_devices()
returns void language plpgsql set search_path = '' as $$
begin
  delete from app.devices d
   where d.token_hash in (
           select o.token_hash from app.devices o
            where o.created_at <= app.now() - interval '30 days'
              and not exists (select from app.reports r where r.device_hash = o.token_hash)
              and not exists (select from app.incident_votes v where v.device_hash = o.token_hash)
              and not exists (select from app.device_votes v where v.device_hash = o.token_hash)
              and not exists (select from app.feedback f where f.device_hash = o.token_hash)
              and not exists (select from app.followers f where f.device_hash = o.token_hash)
            order by o.created_at
            limit 1000);
end
$$;
