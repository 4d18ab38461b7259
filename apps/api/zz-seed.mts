import { sql } from 'kysely';
import { seedDemo } from '/tmp/w/me/apps/api/db/demo/index.ts';
import { countMap } from '/tmp/w/me/apps/api/src/modules/offers/index.ts';
import { openDatabase } from '/tmp/w/me/apps/api/src/platform/db/database.ts';
import { startEmbedded } from '/tmp/w/me/apps/api/src/platform/db/embedded.ts';
import { migrate } from '/tmp/w/me/apps/api/src/platform/db/migrate.ts';
import { mkdirSync } from 'node:fs';
const dir = process.argv[2]; mkdirSync(dir,{recursive:true});
const pg = await startEmbedded(dir);
console.log(pg.url);
if (process.argv[3] !== 'run') {
const db = openDatabase(pg.url, 4);
await migrate(db);
await seedDemo(db, { places: +process.argv[4], packs: +process.argv[3], now: new Date() });
await countMap({ db, clock: { now: () => new Date() } });
await sql`VACUUM ANALYZE`.execute(db);
await db.destroy();
}
console.log('ready');
process.on('SIGTERM', async () => { await pg.stop(); process.exit(0); });
setInterval(() => {}, 1e6);
