-- The vehicle that a scanned or typed text means: the address in a sticker's QR code, whatever host it names (`…/v/{code}`,
-- with or without a language before it), else its public code, plate or id.
--
-- The host is not looked at: a sticker outlives an address, and the code alone decides. An address that does not end in a
-- public code means nothing, even if its letters could be read as a plate.
-- Definer: vehicles are not readable directly.
-- Fails with: not_found
create function api.scan_vehicle_qr(p_identifier text)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  v_text    text := btrim(p_identifier, E' \t\r\n');
  v_code    text := (regexp_match(v_text, '^https?://[^/?#]+(?:/[a-z]{2})?/v/([^/?#]+)/?(?:[?#].*)?$', 'i'))[1];
  v_vehicle app.vehicles;
begin
  perform app.admit_caller();
  if v_text not like '%/%' then
    v_vehicle := app.find_vehicle(v_text);
  elsif app.public_code(v_code) is not null then
    v_vehicle := app.find_vehicle(v_code);
  end if;
  perform app.require_found(v_vehicle.id is not null);
  return app.vehicle_face(v_vehicle);
end
$$;
grant execute on function api.scan_vehicle_qr to authenticated, service_role;
