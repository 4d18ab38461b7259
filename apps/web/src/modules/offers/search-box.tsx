import { IconSearch, IconX } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Field } from '../../ui/field.tsx';
import { IconButton } from '../../ui/icon-button.tsx';

const PAUSE_MS = 300;

interface Props {
  value: string;
  /** Called when the typing pauses. */
  onChange: (value: string) => void;
  className?: string;
}

/** Looks for packs and venues by name while one types. */
export function SearchBox({ value, onChange, className }: Props) {
  const { t } = useTranslation('offers');
  const [typed, setTyped] = useState(value);
  const sent = useRef(value);

  useEffect(() => {
    // Changed from elsewhere, such as 'show everything'.
    if (value !== sent.current) {
      sent.current = value;
      setTyped(value);
    }
  }, [value]);

  useEffect(() => {
    if (typed === sent.current) return;
    const pause = setTimeout(() => {
      sent.current = typed;
      onChange(typed);
    }, PAUSE_MS);
    return () => clearTimeout(pause);
  }, [typed, onChange]);

  const leave = useEffectEvent(() => {
    if (typed !== sent.current) onChange(typed);
  });
  // The map has a box of its own: who turns to it in the middle of a word means that word.
  useEffect(() => () => leave(), []);

  return (
    <search className={className}>
      <Field
        type="search"
        look="search"
        label={t('search')}
        hideLabel
        placeholder={t('searchHint')}
        icon={<IconSearch />}
        autoComplete="off"
        enterKeyHint="search"
        maxLength={100}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        end={
          typed ? (
            <IconButton look="plain" label={t('clearSearch')} onClick={() => setTyped('')}>
              <IconX aria-hidden="true" />
            </IconButton>
          ) : undefined
        }
      />
    </search>
  );
}
