import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconSearch, IconX } from '#icons';
import { IconButton } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';

const DEBOUNCE_MS = 300;

interface Props {
  value: string;
  /** Debounced. */
  onChange: (value: string) => void;
  className?: string;
}

export function OfferSearchBox({ value, onChange, className }: Props) {
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
      <TextField
        type="search"
        variant="search"
        label={t('search')}
        hideLabel
        placeholder={t('searchHint')}
        icon={<IconSearch />}
        autoComplete="off"
        enterKeyHint="search"
        maxLength={100}
        value={inputText}
        onChange={(event) => setInputText(event.target.value)}
        endAdornment={
          inputText ? (
            <IconButton variant="plain" label={t('clearSearch')} onClick={() => setInputText('')}>
              <IconX aria-hidden="true" />
            </IconButton>
          ) : undefined
        }
      />
    </search>
  );
}
