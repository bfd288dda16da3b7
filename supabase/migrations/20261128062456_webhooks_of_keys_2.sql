alter table app.jobs validate constraint jobs_task_check;
