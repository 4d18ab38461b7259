// Runs after an install and removes what nothing here reads: source maps of packages (96 MB), the C headers and
// manuals of the pinned Node (67 MB), weights of the font of PDFs (12 MB), and boundaries of merged time zones (43 MB).
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const listFolder = (path) => (existsSync(path) ? readdirSync(path, { withFileTypes: true }) : []);

function removeSourceMaps(folder) {
  for (const entry of listFolder(folder)) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) removeSourceMaps(path);
    else if (/\.[cm]?(js|css|ts)\.map$/.test(entry.name)) rmSync(path);
  }
}

const workspaces = ['apps', 'packages'].flatMap((parent) =>
  listFolder(join(root, parent)).map(({ name }) => join(root, parent, name)),
);
for (const folder of [root, ...['scripts', 'e2e', 'bench'].map((name) => join(root, name)), ...workspaces])
  removeSourceMaps(join(folder, 'node_modules'));

const nodePackages = join(root, 'node_modules/node/node_modules');
for (const { name } of listFolder(nodePackages))
  for (const folder of ['include', 'share'])
    rmSync(join(nodePackages, name, folder), { recursive: true, force: true });

const fonts = join(root, 'node_modules/@expo-google-fonts/noto-sans');
for (const { name } of listFolder(fonts))
  if (/^\d{3}/.test(name) && !/^(400Regular|700Bold)$/.test(name))
    rmSync(join(fonts, name), { recursive: true, force: true });

const timeZoneData = join(root, 'node_modules/geo-tz/data');
for (const { name } of listFolder(timeZoneData))
  if (/^timezones-(1970|now)\./.test(name)) rmSync(join(timeZoneData, name));
