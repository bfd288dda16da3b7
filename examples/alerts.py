"""Prints the service alerts for the routes that it is given, or for all: python3 alerts.py 45 23W"""

import sys

from salama import Salama

wanted = set(sys.argv[1:])
api = Salama()  # of SALAMA_URL and SALAMA_KEY
names = {route["gtfs"]["id"]: route["shortName"] for route in api.items(api.list_routes, limit=100)}


def text(translated):
    return next((each["text"] for each in translated["translation"] if each.get("language") == "en"), "")


for entity in api.get_service_alerts()["entity"]:
    alert = entity["alert"]
    routes = {names.get(informed.get("routeId")) for informed in alert["informedEntity"]} - {None}
    if not wanted or wanted & routes:
        print(text(alert["headerText"]), "-", ", ".join(sorted(routes)) or "stops only")
