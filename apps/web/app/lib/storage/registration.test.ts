import { expect, test } from 'vitest';
import { clearRegistration, type Registration, readRegistration, writeRegistration } from './registration.ts';
import { assignStorageToUser } from './storage.ts';

const registration: Registration = {
  salePlace: { id: 3, name: 'Forno', phone: '+351 210 000 000', address: 'Rua do Forno 1' },
  isSelected: false,
  placeDraft: {
    displayName: 'Forno',
    formattedAddress: 'Rua do Forno 1',
    phone: '+351 210 000 000',
    latitude: 38.7,
    longitude: '-9.',
  },
  placeTypes: [1],
  otherPlaces: [8],
  product: { id: 5, name: 'Pão', description: 'De hoje' },
  name: 'Pão',
  description: 'De hoje',
  language: 'pt',
  types: [2],
  photos: ['/media/a.webp'],
  price: 3.99,
  value: '12,50',
  allergens: ['gluten'],
  allergenAnswer: 'some',
  diet: [],
  schedule: { mon: { time_start: '17:00', time_end: '19:00' } },
  quantity: '3',
};

test('a registration is kept by the specified keys, and some more', () => {
  writeRegistration(registration);
  expect(readRegistration()).toEqual(registration);
  const specified =
    'createdPlace categories selectedPlace isSelectedPlace createdProduct tempPhotos packCategories ' +
    'selectedPrice description packName schedule selectedQuantity';
  const added = 'otherPlaces packLanguage packValue allergens diet allergenAnswer';
  expect(Object.keys(localStorage).toSorted()).toEqual(`${specified} ${added}`.split(' ').toSorted());
  expect(localStorage.getItem('packName')).toBe('Pão');
  expect(localStorage.getItem('selectedPrice')).toBe('3.99');

  writeRegistration({ salePlace: null, name: 'Broa' });
  expect(readRegistration()).toEqual({ ...registration, salePlace: null, name: 'Broa' });
  clearRegistration();
  expect(localStorage).toHaveLength(0);
});

test('another user on this device gets nothing of it', () => {
  assignStorageToUser(1);
  writeRegistration(registration);
  assignStorageToUser(2);
  expect(Object.values(readRegistration()).filter((value) => value !== null)).toEqual([]);
});
