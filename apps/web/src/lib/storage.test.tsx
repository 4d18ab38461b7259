import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { clearStorage, read, remove, useStored, write } from './storage.ts';

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
