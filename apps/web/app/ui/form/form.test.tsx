import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { languages } from '@wopack/domain';
import { Select } from '@wopack/ui/form/select.tsx';
import { TextArea, TextField } from '@wopack/ui/form/text-field.tsx';
import { useForm } from 'react-hook-form';
import { expect, test } from 'vitest';
import { renderInLanguage } from '../../../test/render.tsx';
import { paths } from '../../lib/paths.ts';
import { AcceptTerms } from './accept-terms.tsx';

/** Sentences of sign-in, sign-up and payment. */
const sentences = ['auth:terms', 'auth:signup.terms', 'offer:conditions'] as const;

test.each(languages)('each sentence links to the terms, in a new tab (%s)', (language) => {
  for (const sentence of sentences) {
    const { unmount } = renderInLanguage(language, <AcceptTerms i18nKey={sentence} />);
    const link = screen.getByRole('link');
    expect(link).toHaveAttribute('href', paths.policies.terms);
    expect(link).toHaveAttribute('target', '_blank');
    expect(link).toHaveAttribute('rel', 'noopener');
    expect(document.body.textContent).not.toMatch(/<|>/);
    unmount();
  }
});

function Form({ error, onSubmit }: { error?: string; onSubmit?: (values: unknown) => void }) {
  const { register, handleSubmit } = useForm({
    defaultValues: { name: 'Rui', about: 'Bread', city: 'porto' },
  });
  return (
    <form onSubmit={handleSubmit((values) => onSubmit?.(values))}>
      <TextField label="Name" hint="As on your door" error={error} {...register('name')} />
      <TextArea label="About" {...register('about')} />
      <Select label="City" {...register('city')}>
        <option value="lisbon">Lisbon</option>
        <option value="porto">Porto</option>
      </Select>
      <button type="submit">Send</button>
    </form>
  );
}

test('a field has its label and its hint; an error replaces the hint', () => {
  const { rerender } = render(<Form />);
  expect(screen.getByLabelText('Name')).toHaveAccessibleDescription('As on your door');
  expect(screen.getByLabelText('Name')).not.toHaveAttribute('aria-invalid', 'true');
  rerender(<Form error="Too short" />);
  expect(screen.getByLabelText('Name')).toHaveAccessibleDescription('Too short');
  expect(screen.getByLabelText('Name')).toHaveAttribute('aria-invalid', 'true');
  expect(screen.getByRole('alert')).toHaveTextContent('Too short');
});

test('registered fields start with the form’s values and return the input', async () => {
  let sent: unknown;
  render(<Form onSubmit={(values) => (sent = values)} />);
  expect(screen.getByLabelText('City')).toHaveValue('porto');
  await userEvent.type(screen.getByLabelText('Name'), ' Fontes');
  await userEvent.type(screen.getByLabelText('About'), ' and buns');
  await userEvent.selectOptions(screen.getByLabelText('City'), 'Lisbon');
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  expect(sent).toEqual({ name: 'Rui Fontes', about: 'Bread and buns', city: 'lisbon' });
});
