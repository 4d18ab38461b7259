import { type Client, createClient } from '@wopack/contract/client';
import { cameraPhoto } from './camera.ts';
import type { Person } from './person.ts';
import type { Pack } from './seller.ts';

/** Calls in the name of somebody signed in, for what is not the journey's subject. */
async function callsOf({ page }: Person): Promise<Client> {
  const token = await page.evaluate(() => localStorage.getItem('token'));
  return createClient({ host: new URL(page.url()).origin, token: () => token, language: () => 'en' });
}

/** Publishes a pack that is handed out tomorrow from noon, and on no other weekday. */
export async function publishForTomorrow(seller: Person, { place, name, quantity }: Pack): Promise<void> {
  const call = await callsOf(seller);
  const { data: venue } = await call('saveSalePlace', {
    body: {
      name: place,
      phone: '+351 210 000 018',
      address: 'Rua da Trindade 18, Chiado, 1200-468 Lisboa',
      latitude: 38.7123,
      longitude: -9.1416,
      categories: [1],
      isHandWriteAddress: true,
    },
  });
  const photo = new Blob([new Uint8Array(await cameraPhoto())], { type: 'image/jpeg' });
  const { data: uploaded } = await call('uploadPhoto', { file: photo });
  const { data: pack } = await call('saveProduct', {
    body: {
      id: 0,
      sale_place_id: venue.id,
      categories: [1],
      name,
      description: 'Pão de fermentação natural e croissants.',
      price: 3.99,
      photo: [uploaded.path],
    },
  });
  const window = { time_start: '12:00', time_end: '20:00' };
  await call('saveSchedule', {
    body: { product_id: pack.id, quantity, schedule: { [weekdayOfTomorrow()]: window } },
  });
}

function weekdayOfTomorrow(): string {
  const tomorrow = new Date(Date.now() + 24 * 60 * 60 * 1000);
  return new Intl.DateTimeFormat('en', { weekday: 'short', timeZone: 'Europe/Lisbon' })
    .format(tomorrow)
    .toLowerCase();
}
