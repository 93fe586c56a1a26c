// `kill -9` of everything that runs, at random moments: nothing that was reported as recorded is lost, nothing is there by half, and no
// figure is wrong. `KILL_ROUNDS` sets the rounds, `KILL_SEED` plays those of an earlier time again.

import { randomInt } from 'node:crypto';
import { afterAll, it } from 'vitest';
import { privateFolder } from '../support/embedded.js';
import { killPrograms } from '../support/program.js';
import { begin, playRound, type Torture, victims } from './rounds.js';

const rounds = Number(process.env.KILL_ROUNDS ?? 2);
const seed = Number(process.env.KILL_SEED ?? randomInt(1_000_000_000));

afterAll(killPrograms);

it(
  `loses nothing and answers rightly after kill -9 (${rounds} rounds, KILL_SEED=${seed})`,
  async () => {
    await using folder = await privateFolder();
    const torture: Torture = { folder: folder.path, seed, holdings: { prompts: new Map(), runs: new Map() } };
    await begin(torture);
    const total = { reported: 0, compared: 0, wentOn: 0 };
    // A recorder that is killed before its first report proves nothing: another round follows.
    for (let round = 1; round <= rounds || total.reported === 0; round++) {
      // The seed says which are killed where there are fewer rounds than victims.
      const victim = victims[(seed + round) % victims.length] ?? victims[0];
      const report = await playRound(torture, round, victim).catch((error: unknown) => {
        throw new Error(`Round ${round} of KILL_SEED=${seed}, which killed the ${victim}, failed.`, { cause: error });
      });
      total.reported += report.reported;
      total.compared += report.compared;
      if (report.wentOn) total.wentOn++;
      if (rounds > 50) process.stdout.write(`round ${round}, ${victim}: ${JSON.stringify(report)}\n`);
    }
    process.stdout.write(
      `kill -9: ${rounds} rounds, ${total.reported} lines reported as recorded, 0 lost, 0 there by half; ` +
        `${torture.holdings.runs.size} runs held, ${total.compared} figures and pages compared, 0 wrong; ` +
        `${total.wentOn} recordings came to their end by themselves; KILL_SEED=${seed}\n`,
    );
  },
  (rounds + 8) * 60_000,
);
