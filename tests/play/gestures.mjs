// Plays gestures on the page's own modules: the position after each case is printed as JSON.
import { readFileSync } from "node:fs";

const from = (name) => import(new URL(`../../gridwright/play/static/${name}`, import.meta.url));
const [{ Game }, { Geometry }, { Stroke }] = await Promise.all([from("game.js"), from("geometry.js"), from("gestures.js")]);
const { docs, cases } = JSON.parse(readFileSync(process.argv[2], "utf-8"));

const point = ([y, x]) => ({ x: x * 20, y: y * 20 });

/** @param {any} one */
function played(one) {
  const game = new Game(docs[one.board], { marks: one.before });
  const geometry = new Geometry(game.doc);
  for (const gesture of one.gestures) {
    if (gesture === "undo") game.undo();
    else if (gesture === "redo") game.redo();
    else if (gesture === "suppose") game.suppose();
    else if (gesture === "keep") game.keep();
    else if (gesture === "drop") game.drop();
    else if (gesture === "drop opposite") game.drop(true);
    else {
      const [button, ...points] = gesture;
      const stroke = new Stroke(game, geometry, { second: button === "right" });
      stroke.press(point(points[0]));
      for (const next of points.slice(1)) stroke.move(point(next));
      if (button === "cancelled") stroke.cancel();
      else stroke.release();
    }
  }
  const { marks } = game.saved();
  return Object.fromEntries(Object.entries(marks).filter(([, own]) => Object.keys(own).length));
}

process.stdout.write(JSON.stringify(cases.map(played)));
