create policy "people read what they completed" on app.completed_items
  for select to authenticated using (user_id = (select app.policy_user_id()));
create policy "people read where they are enrolled" on app.enrolments
  for select to authenticated using (user_id = (select app.policy_user_id()));
grant select on app.completed_items, app.enrolments to authenticated;

-- A person's own progress for direct reads, one row for each completed item. Invoker: the policies of the tables decide
-- which rows there are.
create view api.learning_progress with (security_invoker = true) as
  select i.course_id, e.version as course_version, i.module_id, i.item, i.completed_at
    from app.completed_items i
    join app.enrolments e on e.user_id = i.user_id and e.course_id = i.course_id;
grant select on api.learning_progress to authenticated;
