import { openForeignDatabase } from "@tidemark/db/node";

// Exits with 0 if a database (first argument) has a memo with a text (second argument), else with 1.
const [file = "", content = ""] = process.argv.slice(2);
using database = openForeignDatabase(file);
process.exitCode =
  database.all("SELECT 1 FROM memo WHERE content = ?", [content]).length > 0 ? 0 : 1;
