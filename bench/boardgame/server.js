// boardgame.io's own server with a game of the same shape as ours: four seats, a view of the same size.
// usage: node server.js PORT SHAPE.json
// Its rules do almost nothing and its store is in memory: both are in its favour.
const { Server, Origins } = require("boardgame.io/server");
const { readFileSync } = require("node:fs");

const [port, shape] = process.argv.slice(2);
const view = readFileSync(shape, "utf8");

const game = {
  name: "bench",
  setup: () => JSON.parse(view),
  turn: { minMoves: 1, maxMoves: 1 },
  playerView: ({ G, playerID }) => ({ ...G, seat: playerID }),
  moves: {
    play: ({ G, ctx }, words) => {
      G.ply += 1;
      G.phase = words;
      G.islands[Number(ctx.currentPlayer)].score += 1;
      G.offer.push(G.offer.shift());
    },
  },
};

Server({ games: [game], origins: [Origins.LOCALHOST] }).run({ port: Number(port) });
