// Writes the texts of a JSON array as screen readers get them. Its argument is the folder of the scripts.
import { readFileSync } from "node:fs";

const { spoken } = await import(`file://${process.argv[2]}/game_rules.js`);
process.stdout.write(JSON.stringify(JSON.parse(readFileSync(0, "utf8")).map(spoken)));
