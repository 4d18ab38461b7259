import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { renderInLanguage } from '../../../../test/render.tsx';
import commonPasswords from './data/common-passwords.json' with { type: 'json' };
import { NewPasswordField } from './new-password-field.tsx';
import { ratePassword } from './password-strength.ts';

function Field({ ownWords = [] }: { ownWords?: string[] }) {
  const [password, setPassword] = useState('');
  return (
    <NewPasswordField
      password={password}
      ownWords={ownWords}
      value={password}
      onChange={(event) => setPassword(event.target.value)}
    />
  );
}

const texts = {
  en: { label: 'Password', weak: 'Strength: weak', strong: 'Strength: strong', common: /Many people use/ },
  pt: { label: 'Palavra-passe', weak: 'Força: fraca', strong: 'Força: forte', common: /Muita gente usa/ },
  ru: { label: 'Пароль', weak: 'Надёжность: слабая', strong: 'Надёжность: высокая', common: /у многих/ },
} as const;

test.each(['en', 'pt', 'ru'] as const)(
  'strength and warning are words that are announced: %s',
  async (language) => {
    const { label, weak, strong, common } = texts[language];
    renderInLanguage(language, <Field />);
    const input = screen.getByLabelText(label, { selector: 'input' });
    expect(screen.queryByText(weak)).toBeNull();
    await userEvent.type(input, 'dragon12');
    const shownLevel = await screen.findByText(
      (_, element) => element?.textContent === weak && element.ariaAtomic === 'true',
    );
    expect(shownLevel.closest('[aria-live]')).toHaveAttribute('aria-live', 'polite');
    expect(screen.getByText(common).closest('[aria-live]')).toHaveAttribute('aria-live', 'polite');
    expect(input).toHaveAccessibleDescription(expect.stringMatching(common));
    await userEvent.clear(input);
    expect(screen.queryByText(common)).toBeNull();
    await userEvent.type(input, 'tram 28 to Graça');
    expect(shownLevel.isConnected).toBe(false);
    await waitFor(() => expect(input).toHaveAccessibleDescription(expect.stringContaining(strong)));
    expect(screen.queryByText(common)).toBeNull();
  },
);

test('ten characters are recommended, six are enough', async () => {
  renderInLanguage('en', <Field />);
  const input = screen.getByLabelText('Password', { selector: 'input' });
  await userEvent.type(input, 'sobra12');
  expect(screen.getByText(/At least 6 characters/)).toHaveTextContent('done');
  expect(screen.getByText(/10 characters are better/)).toHaveTextContent('recommended');
  await userEvent.type(input, 'pao');
  expect(screen.getByText(/10 characters are better/)).toHaveTextContent('done');
});

test('the own name and address make a password weaker', () => {
  expect(ratePassword('salgado1987', []).level).toBeGreaterThan(
    ratePassword('salgado1987', ['Marta', 'Salgado', 'marta@example.com']).level,
  );
});

test('each of the common passwords is warned of, however it is capitalised, and none is refused by its form', () => {
  expect(commonPasswords.length).toBeGreaterThan(2_600);
  for (const password of commonPasswords) {
    expect(password).toMatch(/^(?=.*\d).{6,}$/);
    expect(ratePassword(password.toUpperCase(), [])).toEqual({ level: 1, isCommon: true });
  }
});

test('keys beside each other are weak, words in a row are not', () => {
  expect(ratePassword('qwertyuiop12', []).level).toBe(1);
  expect(ratePassword('quero-pao-fresco-4', []).level).toBe(4);
});
