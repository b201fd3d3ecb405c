// `node under_node.mjs FILE GAMES`: random games of a module with seeds from 0 on, as JSON.
import { readFileSync } from "node:fs";
import { Game, played } from "./play.mjs";

const [file, games] = process.argv.slice(2);
const game = new Game(new WebAssembly.Module(readFileSync(file)),
  JSON.parse(readFileSync(`${file}.json`, "utf8")));
console.log(JSON.stringify([...Array(Number(games)).keys()].map(n => played(game, BigInt(n)))));
