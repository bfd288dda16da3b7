-- The developers' pages show a map, too.
grant execute on function api.list_feed_credits to api_server;
