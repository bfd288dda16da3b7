-- End a person's keys by removing them: a key without an owner has no use, and its name is what the owner wrote.
create function app.erase_api_keys_of(p_user uuid)
returns void
language plpgsql
set search_path = ''
as $$
begin
  delete from app.api_keys k where k.owner_id = p_user;
end
$$;

-- A person's keys as they made them, and how often each was used by day; never what would let anybody in.
create function app.export_api_keys_of(p_user uuid)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(app.api_key_answer(k) || jsonb_build_object('usage', (
             select coalesce(jsonb_agg(jsonb_build_object('date', u.day, 'requests', u.requests, 'limited', u.limited)
                                       order by u.day), '[]')
               from app.api_key_usage u where u.key_id = k.id)) order by k.created_at, k.id), '[]')
      from app.api_keys k where k.owner_id = p_user);
end
$$;
