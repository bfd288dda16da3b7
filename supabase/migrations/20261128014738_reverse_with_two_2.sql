alter table app.admin_alerts validate constraint admin_alerts_kind_check;
