import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { languages } from '@wopack/domain';
import { Select } from '@wopack/ui/form/select.tsx';
import { TextArea, TextField } from '@wopack/ui/form/text-field.tsx';
import { Sheet } from '@wopack/ui/overlay/sheet.tsx';
import { showToast } from '@wopack/ui/overlay/toast.ts';
import { useForm } from 'react-hook-form';
import { describe, expect, test } from 'vitest';
import { renderInLanguage } from '../../test/render.tsx';
import { paths } from '../lib/paths.ts';
import { AcceptTerms } from './form/accept-terms.tsx';
import { getFoodImageUrl } from './images/food-image-url.ts';
import { ComplaintsLink } from './links.tsx';
import { CollapsibleList } from './lists.tsx';
import { Price, PriceSticker } from './price.tsx';

describe('display', () => {
  const renderList = (count: number) =>
    renderInLanguage(
      'en',
      <CollapsibleList
        items={Array.from({ length: count }, (_, i) => i)}
        initialCount={3}
        moreLabel={`All ${count}`}
      >
        {(item) => <li key={item}>{item}</li>}
      </CollapsibleList>,
    );

  test('a list that fits has no button', () => {
    renderList(3);
    expect(screen.getAllByRole('listitem')).toHaveLength(3);
    expect(screen.queryByRole('button')).toBeNull();
  });

  test('the rest is shown on demand', async () => {
    renderList(4);
    expect(screen.getAllByRole('listitem')).toHaveLength(3);
    await userEvent.click(screen.getByRole('button', { name: 'All 4' }));
    expect(screen.getAllByRole('listitem')).toHaveLength(4);
    expect(screen.queryByRole('button')).toBeNull();
  });

  /** The accessible text: without content hidden from assistive technology. */
  function getAccessibleText(container: HTMLElement): string {
    const copy = container.cloneNode(true) as HTMLElement;
    for (const hidden of copy.querySelectorAll('[aria-hidden="true"]')) hidden.remove();
    return copy.textContent.replace(/\s/g, ' ');
  }

  test.each([
    ['pt', '3,99 €', '399€'],
    ['ru', '3,99 €', '399€'],
    ['en', '€3.99', '€399'],
  ] as const)('%s: read as %s, drawn with raised cents', (language, spokenText, visibleText) => {
    const { container } = renderInLanguage(language, <Price cents={399} />);
    expect(getAccessibleText(container)).toBe(spokenText);
    expect(container.querySelector('[aria-hidden]')).toHaveTextContent(visibleText);
    expect(container.querySelector('sup')).toHaveTextContent('99');
  });

  test('thousands are not separated by a breaking space', () => {
    const { container } = renderInLanguage('en', <Price cents={123456} />);
    expect(container.querySelector('[aria-hidden]')).toHaveTextContent('€1,23456');
    expect(getAccessibleText(container)).toBe('€1,234.56');
  });

  test('the former price is an <s> with an accessible label', () => {
    const { container } = renderInLanguage('en', <PriceSticker cents={399} valueCents={1200} />);
    const struck = container.querySelector('s');
    expect(struck).toHaveTextContent('value €12.00');
    expect(screen.getByText('value')).toHaveClass('sr-only');
    expect(screen.getByText('€3.99')).toHaveClass('sr-only');
  });

  test('without a value there is no <s>', () => {
    const { container } = renderInLanguage('pt', <PriceSticker cents={399} valueCents={null} />);
    expect(container.querySelector('s')).toBeNull();
  });

  const showMessage = async (message: string) => {
    await act(async () => showToast(message));
    expect(await screen.findByText(message)).toBeInTheDocument();
  };

  test('a message replaces the one before, and is closed by a sheet', async () => {
    // Earlier than a message ends by itself.
    const soon = { timeout: 3000 };
    await showMessage('First');
    await showMessage('Second');
    await waitFor(() => expect(screen.queryByText('First')).toBeNull(), soon);
    renderInLanguage('en', <Sheet open onClose={() => {}} title="Scan" />);
    await waitFor(() => expect(screen.queryByText('Second')).toBeNull(), soon);
  });
});

describe('form', () => {
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
      <form noValidate onSubmit={handleSubmit((values) => onSubmit?.(values))}>
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
});

describe('the complaints book', () => {
  test('is linked for an operator in Portugal, by its Portuguese name in every language', () => {
    renderInLanguage('ru', <ComplaintsLink taxNumber="PT501442600" />);
    const link = screen.getByRole('link', { name: /^Livro de Reclamações/ });
    expect(link).toHaveAttribute('href', 'https://www.livroreclamacoes.pt');
  });

  test('is linked nowhere else', () => {
    renderInLanguage('en', <ComplaintsLink taxNumber="ESB12345678" />);
    expect(screen.queryByRole('link')).toBeNull();
  });
});

describe('images', () => {
  test('a food has an image in both sizes', () => {
    expect(getFoodImageUrl('croissant')).toContain('croissant');
    expect(getFoodImageUrl('croissant', 'large')).toContain('large/croissant');
  });
});
