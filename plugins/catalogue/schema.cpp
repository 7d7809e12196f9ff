#include "schema.h"

namespace tengen::catalogue {

// Days are numbers YYYYMMDD; certainty is 0 certain, 1 uncertain, 2 a guess.
const char* const schema = R"(
PRAGMA application_id = 1413959235;
PRAGMA user_version = 1;

CREATE TABLE game(
  id INTEGER PRIMARY KEY,
  fingerprint BLOB NOT NULL UNIQUE,
  title TEXT,
  date TEXT,
  first_day INTEGER,
  last_day INTEGER,
  date_certainty INTEGER NOT NULL,
  round TEXT,
  result TEXT,
  result_stated TEXT,
  result_certainty INTEGER NOT NULL,
  komi TEXT,
  handicap TEXT,
  rules TEXT,
  board_score TEXT,
  opening TEXT,
  copyright TEXT,
  board_columns INTEGER,
  board_rows INTEGER,
  moves INTEGER NOT NULL,
  nodes INTEGER NOT NULL
);
CREATE INDEX game_by_day ON game(first_day, last_day);

CREATE TABLE input(
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  member TEXT NOT NULL,
  UNIQUE(name, member)
);
CREATE TABLE location(
  input INTEGER NOT NULL REFERENCES input(id),
  number INTEGER NOT NULL,
  game INTEGER NOT NULL REFERENCES game(id),
  PRIMARY KEY(input, number)
) WITHOUT ROWID;
CREATE INDEX location_by_game ON location(game);

CREATE TABLE person(
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  family TEXT,
  given TEXT
);
CREATE TABLE game_person(
  game INTEGER NOT NULL REFERENCES game(id),
  role TEXT NOT NULL,
  position INTEGER NOT NULL,
  person INTEGER NOT NULL REFERENCES person(id),
  rank TEXT,
  certainty INTEGER NOT NULL,
  PRIMARY KEY(game, role, position)
) WITHOUT ROWID;
CREATE INDEX game_person_by_person ON game_person(person, game);

CREATE TABLE game_date(
  game INTEGER NOT NULL REFERENCES game(id),
  position INTEGER NOT NULL,
  date TEXT NOT NULL,
  first_day INTEGER NOT NULL,
  last_day INTEGER NOT NULL,
  certainty INTEGER NOT NULL,
  year_certainty INTEGER NOT NULL,
  month_certainty INTEGER NOT NULL,
  day_certainty INTEGER NOT NULL,
  PRIMARY KEY(game, position)
) WITHOUT ROWID;

CREATE TABLE event(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
CREATE TABLE game_event(
  game INTEGER NOT NULL REFERENCES game(id),
  position INTEGER NOT NULL,
  event INTEGER NOT NULL REFERENCES event(id),
  certainty INTEGER NOT NULL,
  PRIMARY KEY(game, position)
) WITHOUT ROWID;
CREATE INDEX game_event_by_event ON game_event(event, game);

CREATE TABLE place(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
CREATE TABLE game_place(
  game INTEGER NOT NULL REFERENCES game(id),
  position INTEGER NOT NULL,
  place INTEGER NOT NULL REFERENCES place(id),
  certainty INTEGER NOT NULL,
  PRIMARY KEY(game, position)
) WITHOUT ROWID;
CREATE INDEX game_place_by_place ON game_place(place, game);

CREATE TABLE reference(id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE);
CREATE TABLE game_reference(
  game INTEGER NOT NULL REFERENCES game(id),
  position INTEGER NOT NULL,
  reference INTEGER NOT NULL REFERENCES reference(id),
  certainty INTEGER NOT NULL,
  PRIMARY KEY(game, position)
) WITHOUT ROWID;
CREATE INDEX game_reference_by_reference ON game_reference(reference, game);

CREATE TABLE comment(
  game INTEGER NOT NULL REFERENCES game(id),
  position INTEGER NOT NULL,
  text TEXT NOT NULL,
  PRIMARY KEY(game, position)
) WITHOUT ROWID;

CREATE TABLE provenance(
  game INTEGER NOT NULL REFERENCES game(id),
  position INTEGER NOT NULL,
  field TEXT NOT NULL,
  text TEXT NOT NULL,
  note TEXT NOT NULL,
  format TEXT,
  origin TEXT,
  line INTEGER,
  PRIMARY KEY(game, position)
) WITHOUT ROWID;

CREATE VIRTUAL TABLE search USING fts5(names, events, tokenize = 'unicode61 remove_diacritics 2');
)";

}  // namespace tengen::catalogue
