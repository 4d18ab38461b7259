import { act, renderHook } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { clearStorage, read, remove, removeFromSession, sessionArea, useStored, write } from './storage.ts';

test('text is kept as it is, the rest as JSON', () => {
  write('token', '7|abc');
  write('selectedCity', { label: 'Lisboa', lat: 38.7, lon: -9.1 });
  expect(localStorage.getItem('token')).toBe('7|abc');
  expect(JSON.parse(localStorage.getItem('selectedCity')!)).toEqual({
    label: 'Lisboa',
    lat: 38.7,
    lon: -9.1,
  });
  expect(read('selectedCity')?.label).toBe('Lisboa');
});

test('what cannot be read counts as missing', () => {
  localStorage.setItem('categories', '{broken');
  expect(read('categories')).toBeNull();
  expect(read('schedule')).toBeNull();
});

test('the hook follows every change', () => {
  const { result } = renderHook(() => useStored('categories'));
  expect(result.current[0]).toBeNull();
  act(() => result.current[1]([1, 2]));
  expect(result.current[0]).toEqual([1, 2]);
  act(() => write('categories', [3]));
  expect(result.current[0]).toEqual([3]);
  act(() => remove('categories'));
  expect(result.current[0]).toBeNull();
});

test('logging out leaves nothing', () => {
  write('token', 'x');
  write('ref_link', 'R', sessionStorage);
  clearStorage();
  expect(localStorage).toHaveLength(0);
  expect(sessionStorage).toHaveLength(0);
});

describe('a storage that refuses', () => {
  afterEach(() => {
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
    clearStorage();
  });

  test('blocked, it is replaced by memory for the visit', () => {
    for (const name of ['localStorage', 'sessionStorage'] as const)
      vi.spyOn(window, name, 'get').mockImplementation(() => {
        throw new DOMException('denied', 'SecurityError');
      });
    const { result } = renderHook(() => useStored('token'));
    act(() => write('token', '7|abc'));
    write('ref_link', 'R', sessionArea);
    expect([result.current[0], read('ref_link', sessionArea), read('ref_link')]).toEqual([
      '7|abc',
      'R',
      null,
    ]);
    act(() => remove('token'));
    removeFromSession('ref_link');
    expect([result.current[0], read('ref_link', sessionArea)]).toEqual([null, null]);
    write('categories', [1]);
    act(() => clearStorage());
    expect(read('categories')).toBeNull();
  });

  test('full, it does not bring the former value back, and a change in another tab counts', () => {
    write('token', 'former');
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    write('token', 'new');
    expect([read('token'), localStorage.getItem('token')]).toEqual(['new', null]);
    dispatchEvent(new StorageEvent('storage', { key: 'token', newValue: null, storageArea: localStorage }));
    expect(read('token')).toBeNull();
  });
});
