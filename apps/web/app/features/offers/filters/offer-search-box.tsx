import { IconButton } from '@wopack/ui/button.tsx';
import { cn } from '@wopack/ui/cn.ts';
import { controlVariants } from '@wopack/ui/form/control-variants.ts';
import { IconSearch, IconX } from '@wopack/ui/icons';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

const DEBOUNCE_MS = 300;

interface Props {
  value: string;
  /** Debounced. */
  onChange: (value: string) => void;
  className?: string;
}

/** Without `TextField`: it has no error to show, and the field of the library is a twentieth of the first load. */
export function OfferSearchBox({ value, onChange, className }: Props) {
  const id = useId();
  const { t } = useTranslation('offers');
  const [inputText, setInputText] = useState(value);
  const sentTextRef = useRef(value);

  useEffect(() => {
    // Changed from outside, such as by 'show everything'.
    if (value !== sentTextRef.current) {
      sentTextRef.current = value;
      setInputText(value);
    }
  }, [value]);

  useEffect(() => {
    if (inputText === sentTextRef.current) return;
    const timer = setTimeout(() => {
      sentTextRef.current = inputText;
      onChange(inputText);
    }, DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [inputText, onChange]);

  const flushPending = useEffectEvent(() => {
    if (inputText !== sentTextRef.current) onChange(inputText);
  });
  // The map has its own box: switching to it must not lose the text being debounced.
  useEffect(() => () => flushPending(), []);

  return (
    <search className={className}>
      <label htmlFor={id} className="sr-only">
        {t('search')}
      </label>
      <div className="relative grid items-center">
        <IconSearch className="pointer-events-none absolute left-4 size-5 text-muted" aria-hidden="true" />
        <input
          id={id}
          type="search"
          placeholder={t('searchHint')}
          autoComplete="off"
          enterKeyHint="search"
          maxLength={100}
          value={inputText}
          onChange={(event) => setInputText(event.target.value)}
          className={cn(
            controlVariants({ variant: 'quiet' }),
            'h-[52px] pl-[46px] [&::-webkit-search-cancel-button]:hidden',
            inputText && 'pr-14',
          )}
        />
        {inputText ? (
          <IconButton
            variant="plain"
            label={t('clearSearch')}
            onClick={() => setInputText('')}
            className="absolute right-1"
          >
            <IconX aria-hidden="true" />
          </IconButton>
        ) : null}
      </div>
    </search>
  );
}
