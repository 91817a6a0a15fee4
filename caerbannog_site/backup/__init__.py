"""Everything that a table must not lose as one file, and back from it, whatever database it was made on.

manifest.json        what made it and when, and the migrations that its rows have been through
rows/TABLE.jsonl     the rows of a table, one JSON array a line, after a first line with the columns' names
uploads/...          the uploaded files
secret_key           where it is kept beside the data: without it every guest would have to be let in anew
"""

FORMAT = "caerbannog-table/backup"
VERSION = 1
