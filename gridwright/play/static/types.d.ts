/** Types for the comments of all modules. Only the TypeScript checker reads this file, never a browser. */

type Game = import("./game.js").Game;
type Geometry = import("./geometry.js").Geometry;
type Player = import("./player.js").Player;
type Editor = import("./editor.js").Editor;

type Point = { x: number; y: number };
type Place = {
  k: string; x: number; y: number; s: number; c: number[]; t?: number[]; n?: string[]; g?: any; i?: 1; o?: 1;
};
type Value = { v: any; shown: string; typed: string[]; words: string; blank?: boolean };
type Layer = {
  name: string; label: string; tool: string; second: string; where: string; places: Place[];
  sets: { [value: string]: number }[]; words?: string[]; values?: Value[]; between?: { when: string; links: number[][] };
  gesture?: { name: string; follows?: { [k: string]: string[] }; centres?: Point[]; partners?: { [k: string]: string }; values?: [any, any][]; lines?: string; cells?: number; level?: any; upright?: any };
};
type Cell = { k: string; x: number; y: number; row?: number; col?: number; clue?: string; shape?: number[][] };
type Doc = {
  id: string; lesson: string; genre: string; title: string; author: string; difficulty: string; path: { technique: string; steps: number; minutes: number } | null; size: string; task: string;
  description: string[]; box: number[]; svg: string; weight: number; rows: number; cols: number; cell: number;
  breadth: number; cells: Cell[]; corners: number[][]; sides: { k: string; name: string; words: string }[];
  layers: Layer[]; stamps: [string, string][][]; pieces: [string, number, number, number, number][];
};
type Change = [kind: string, layer: string, k: string, before: any, after: any];
type Gesture = { changes: Change[]; label?: string };
type Meaning = {
  do: string; by?: number[]; far?: boolean; draw?: boolean; second?: boolean; value?: number; mode?: string; replaces?: boolean; factor?: number;
};
