drop index concurrently if exists app.shapes_geom;
CREATE INDEX CONCURRENTLY shapes_geom ON app.shapes USING gist (geom);
