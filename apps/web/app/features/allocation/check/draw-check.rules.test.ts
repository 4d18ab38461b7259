import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import {
  buildOpensslCommand,
  checkDraw,
  type DrawRecord,
  formatEntryList,
  isCheckPassed,
  parseHex,
  sha256,
  sortByRank,
  toHex,
} from './draw-check.rules.ts';

const entries = [
  { id: '0f4205b4-907a-40c3-9012-f037b64ce422', random: 'eee8b9997f5c7c2999fdafe593253cd6' },
  { id: '506bf2ef-c6f8-4718-ad76-b07e881ed162', random: '54af4dfad71427a0aeb3fee9232f8af2' },
  { id: '8c38fb29-18f1-45d2-9f55-7203301850c5', random: '211f9ee491c5b10becb5563bfc1e6f93' },
  { id: 'a38fd547-923a-4369-94e3-bf911a61dbe2', random: '427ecbc8fe2955e5cd8e46dc8ed4b7c2' },
  { id: 'ae2eb154-7f15-4524-b4b9-b5df9e7769b1', random: '764d2a5a4d767706f85d8690024ad6bd' },
];

/** Computed by Python's hashlib and hmac. */
const draw = {
  seed: 'a54dca182530bb1d6d132cded6237b2ed91e3f721fcb1971174494d6493c9d5c',
  seed_hash: 'b499373b512ef31e3d474c60f62c3d2a82c59c1619075e38a3067a925ea42ac8',
  list_hash: '7d2c94e98d5b6d2e06517444196206c18b2fa5d748135d9ae3eaa8bed3e7e3c3',
};
const withoutBeacon: DrawRecord = {
  ...draw,
  beacon: null,
  key: '25abda832ff99cac2e94c028ff99a6b1fbfde50ca55c61363cf6a6a8824fa571',
  list: [
    { rank: 4, hmac: 'da48fbc1f06ce8a796550d220cddc65abf0dca54b8368179cccc5d7bb6c82708' },
    { rank: 1, hmac: '15b5933c89a02c428b476fd64847c589d9c46ca19df387fd62735d3b1f76a940' },
    { rank: 5, hmac: 'ed9a3e2651a3077a8dbfb4d68ec69a3dbc0725c1e3a574c40748e0f9c4847cd1' },
    { rank: 2, hmac: '52c4d11a18e42c58d6e19b412326b12d9462fa47d86abdd9463a9a0480618a75' },
    { rank: 3, hmac: 'c7093fd3c86746b0ee771e9c542ea1d46d6050700a3e1d180213de24f4e9643f' },
  ].map((ranked, index) => ({ ...entries[index]!, ...ranked })),
};
const withBeacon: DrawRecord = {
  ...draw,
  beacon: { value: 'a3401be9c8cbccc935f6cd1f61226ae15338ae1a34004d33ba0d246ac04c81b1' },
  key: 'dba878cf29c45383ed8fa38672fc50efb51329d255d3db864af469d99651ce16',
  list: [
    { rank: 3, hmac: '46d3090edc6f99803c136403ff3c80ea7cf42baacc934b469c34633d5045c28d' },
    { rank: 4, hmac: 'b6561ea2c609fab6c6d8f1a0d1bae818e430a2828035ac2de6fcb8bb739c9c8a' },
    { rank: 1, hmac: '36d55db322430ae094dd040795d2b4cb68315a8e173f98834a37f425fceec686' },
    { rank: 2, hmac: '38169ae19de7be4a58a0f2e69edf2f4a2f990a27d3bb482e513ebb64dabe33b9' },
    { rank: 5, hmac: 'ba0d6d73d084bf3b9f3e236b95109f2ab4fd39b657aa3f356a2217964204f5e6' },
  ].map((ranked, index) => ({ ...entries[index]!, ...ranked })),
};

test('SHA-256 of several parts is that of the parts joined', async () => {
  const encoder = new TextEncoder();
  // FIPS 180-2, appendix B.1.
  expect(toHex(await sha256(encoder.encode('a'), encoder.encode('bc')))).toBe(
    'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  );
});

test('hexadecimal text is parsed strictly', () => {
  expect(toHex(parseHex('00ff10')!)).toBe('00ff10');
  expect([parseHex('0'), parseHex('0x'), parseHex('zz')]).toEqual([null, null, null]);
});

test('the list is a line an entry', () => {
  expect(formatEntryList(entries.slice(0, 2))).toBe(
    '0f4205b4-907a-40c3-9012-f037b64ce422 eee8b9997f5c7c2999fdafe593253cd6\n' +
      '506bf2ef-c6f8-4718-ad76-b07e881ed162 54af4dfad71427a0aeb3fee9232f8af2\n',
  );
});

describe.each([
  ['without a beacon', withoutBeacon],
  ['with a beacon', withBeacon],
])('%s', (_, record) => {
  test('a draw as published passes', async () => {
    const check = (await checkDraw(record))!;
    expect(check).toEqual({
      seed: true,
      seedHash: true,
      list: true,
      beacon: true,
      key: true,
      ranking: true,
      firstWrongRank: null,
      matchingCount: 5,
    });
    expect(isCheckPassed(check)).toBe(true);
  });

  test('the command computes the published value', () => {
    const first = sortByRank(record.list!)[0]!;
    const output = execFileSync('sh', ['-c', buildOpensslCommand(first.id, record.key!)], {
      encoding: 'utf8',
    });
    expect(output).toContain(first.hmac);
  });

  test('another seed is noticed everywhere it counts', async () => {
    const check = (await checkDraw({ ...record, seed: `00${record.seed!.slice(2)}` }))!;
    expect(check).toMatchObject({ seed: true, seedHash: false, list: true, key: false, ranking: false });
    expect(isCheckPassed(check)).toBe(false);
  });

  test('two entries that swapped ranks are noticed, from the better rank on', async () => {
    const swapped = record.list!.map((entry) =>
      entry.rank === 2 ? { ...entry, rank: 4 } : entry.rank === 4 ? { ...entry, rank: 2 } : entry,
    );
    const check = (await checkDraw({ ...record, list: swapped }))!;
    expect(check).toMatchObject({ list: true, key: true, ranking: false, firstWrongRank: 2 });
    expect(check.matchingCount).toBe(3);
  });

  test('an entry added after closing is noticed', async () => {
    const added = { id: 'ffffffff-0000-4000-8000-000000000000', random: '0'.repeat(32), rank: 6, hmac: 'ff' };
    const check = (await checkDraw({ ...record, list: [...record.list!, added] }))!;
    expect(check).toMatchObject({ list: false, key: false, ranking: false });
  });

  test('changed random bytes of one entry are noticed', async () => {
    const list = record.list!.map((entry, index) => (index ? entry : { ...entry, random: '0'.repeat(32) }));
    expect(await checkDraw({ ...record, list })).toMatchObject({ list: false, key: false, ranking: false });
  });

  test('an unsorted list, doubles and a missing value are noticed', async () => {
    const reversed = (await checkDraw({ ...record, list: record.list!.toReversed() }))!;
    expect(reversed.list).toBe(false);
    const doubled = (await checkDraw({ ...record, list: [record.list![0]!, ...record.list!] }))!;
    expect(doubled.list).toBe(false);
    const unranked = record.list!.map((entry) => ({ ...entry, rank: null }));
    expect((await checkDraw({ ...record, list: unranked }))!.ranking).toBe(false);
  });
});

test('a beacon that is not 32 bytes, or another one, is noticed', async () => {
  expect(await checkDraw({ ...withBeacon, beacon: { value: 'zz' } })).toMatchObject({
    beacon: false,
    key: false,
  });
  const other = { value: withBeacon.seed! };
  expect(await checkDraw({ ...withBeacon, beacon: other })).toMatchObject({ beacon: true, key: false });
  expect(await checkDraw({ ...withBeacon, beacon: null })).toMatchObject({ key: false, ranking: false });
});

test('a short seed is noticed', async () => {
  expect((await checkDraw({ ...withoutBeacon, seed: 'a54d' }))!.seed).toBe(false);
});

test('nothing is computed until the seed is published', async () => {
  expect(await checkDraw({ ...withoutBeacon, seed: null })).toBeNull();
  expect(await checkDraw({ ...withoutBeacon, list: null })).toBeNull();
});

test('a draw without entries passes', async () => {
  const key = toHex(await sha256(parseHex(draw.seed)!, await sha256(new Uint8Array())));
  const record = { ...withoutBeacon, list: [], list_hash: toHex(await sha256(new Uint8Array())), key };
  expect(isCheckPassed((await checkDraw(record))!)).toBe(true);
});
