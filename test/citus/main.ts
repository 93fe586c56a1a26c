// Starts a Citus cluster in the folder that the first argument names, prints the address for TEST_CITUS_URL, and leaves it running.

import { startCluster } from './cluster.js';

const [folder] = process.argv.slice(2);
if (!folder) throw new Error('Name a folder that does not exist yet: tsx test/citus/main.ts /tmp/citus-cluster');
const { url } = await startCluster(folder);
process.stdout.write(`${url}\n`);
