import { act, renderHook } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import {
  clearStorage,
  readStored,
  removeFromSessionStorage,
  removeStored,
  safeSessionStorage,
  useStored,
  writeStored,
} from './storage.ts';

test('text is stored as it is, everything else as JSON', () => {
  writeStored('token', '7|abc');
  writeStored('selectedCity', { label: 'Lisboa', lat: 38.7, lon: -9.1 });
  expect(localStorage.getItem('token')).toBe('7|abc');
  expect(JSON.parse(localStorage.getItem('selectedCity')!)).toEqual({
    label: 'Lisboa',
    lat: 38.7,
    lon: -9.1,
  });
  expect(readStored('selectedCity')?.label).toBe('Lisboa');
});

test('unreadable values count as missing', () => {
  localStorage.setItem('categories', '{broken');
  expect(readStored('categories')).toBeNull();
  expect(readStored('schedule')).toBeNull();
});

test('the hook follows every change', () => {
  const { result } = renderHook(() => useStored('categories'));
  expect(result.current[0]).toBeNull();
  act(() => result.current[1]([1, 2]));
  expect(result.current[0]).toEqual([1, 2]);
  act(() => writeStored('categories', [3]));
  expect(result.current[0]).toEqual([3]);
  act(() => removeStored('categories'));
  expect(result.current[0]).toBeNull();
});

test('logging out clears everything', () => {
  writeStored('token', 'x');
  writeStored('ref_link', 'R', sessionStorage);
  clearStorage();
  expect(localStorage).toHaveLength(0);
  expect(sessionStorage).toHaveLength(0);
});

describe('an unavailable storage', () => {
  test('when blocked, is replaced by memory for the visit', () => {
    for (const name of ['localStorage', 'sessionStorage'] as const)
      vi.spyOn(window, name, 'get').mockImplementation(() => {
        throw new DOMException('denied', 'SecurityError');
      });
    const { result } = renderHook(() => useStored('token'));
    act(() => writeStored('token', '7|abc'));
    writeStored('ref_link', 'R', safeSessionStorage);
    expect([result.current[0], readStored('ref_link', safeSessionStorage), readStored('ref_link')]).toEqual([
      '7|abc',
      'R',
      null,
    ]);
    act(() => removeStored('token'));
    removeFromSessionStorage('ref_link');
    expect([result.current[0], readStored('ref_link', safeSessionStorage)]).toEqual([null, null]);
    writeStored('categories', [1]);
    act(() => clearStorage());
    expect(readStored('categories')).toBeNull();
  });

  test('when full, does not restore the former value, and a change in another tab counts', () => {
    writeStored('token', 'former');
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    writeStored('token', 'new');
    expect([readStored('token'), localStorage.getItem('token')]).toEqual(['new', null]);
    dispatchEvent(new StorageEvent('storage', { key: 'token', newValue: null, storageArea: localStorage }));
    expect(readStored('token')).toBeNull();
  });
});
