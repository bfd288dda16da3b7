-- Raise an error that the domain package can parse, which rolls back the transaction.
--
-- The slug is a key of ERRORS in packages/domain/src/shared/errors.ts (a test compares the two lists); wording and HTTP
-- status live there. The SQLSTATE is one constant, never a status: PT400, because PostgREST and its lightweight
-- implementation pass message and detail through only for the PT class.
--
-- The detail has `path` and, for invalid_request, `code`, the problem of that field (a key of FIELD_PROBLEMS in
-- packages/domain/src/shared/field-problems.ts; invalid_value by default); or `errors`, a list of both.
create function app.fail(p_slug text, p_detail jsonb default null)
returns void language plpgsql set search_path = '' as $$
begin
  raise exception using errcode = 'PT400', message = p_slug, detail = coalesce(p_detail::text, '');
end
$$;

-- For what does not exist, or is not visible to the caller. Fails with: not_found
create function app.require_found(p_exists boolean)
returns void language plpgsql set search_path = '' as $$
begin
  if p_exists is distinct from true then
    perform app.fail('not_found');
  end if;
end
$$;

-- One field of a request: its path, its problem code if it is invalid, and whether it is valid.
create type app.field_check as (
  path text,
  code text,
  fits boolean
);

-- Reject a request with all of its invalid fields together. Fails with: invalid_request
create function app.check_fields(p_checks app.field_check[])
returns void language plpgsql set search_path = '' as $$
declare
  v_errors jsonb := (select jsonb_agg(jsonb_build_object('path', c.path, 'code', c.code))
                       from unnest(p_checks) c where c.fits is distinct from true);
begin
  if v_errors is not null then
    perform app.fail('invalid_request', jsonb_build_object('errors', v_errors));
  end if;
end
$$;

-- Reject a transition of a state machine, with the current state and the states allowed from there.
-- Fails with: invalid_transition
create function app.refuse_move(p_from text, p_allowed text[])
returns void language plpgsql set search_path = '' as $$
begin
  perform app.fail('invalid_transition', jsonb_build_object('currentState', p_from, 'allowedTransitions', p_allowed));
end
$$;

-- Reject a request over its rate limit, with the seconds to wait; do nothing where there is no wait.
-- Fails with: rate_limited
create function app.fail_if_limited(p_free timestamptz)
returns void language plpgsql stable set search_path = '' as $$
begin
  if p_free > app.now() then
    perform app.fail('rate_limited', jsonb_build_object('retryAfterS', ceil(extract(epoch from p_free - app.now()))));
  end if;
end
$$;
