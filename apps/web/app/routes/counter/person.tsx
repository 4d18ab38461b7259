import { HOUR_MS } from '@wopack/domain';
import { IconChevronDown } from '@wopack/ui/icons';
import { serverNow } from '@wopack/ui/server-clock.ts';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TitledSection } from '../../ui/titled-section.tsx';
import type { Counter } from './counter-data.ts';

/** After so long without a touch somebody else may stand there. */
const IDLE_MS = HOUR_MS / 4;

export type Person = NonNullable<Counter['people']>[number];

/** Who stands at the counter, until another name is tapped or nobody has touched the device for a while. */
export function usePerson(people: Counter['people'], now: number) {
  const [chosen, setChosen] = useState<Person | null>(null);
  const touchedAt = useRef(now);
  useEffect(() => {
    const touch = () => {
      if (serverNow() - touchedAt.current > IDLE_MS) setChosen(null);
      touchedAt.current = serverNow();
    };
    const events = ['pointerdown', 'keydown'] as const;
    for (const event of events) addEventListener(event, touch);
    return () => {
      for (const event of events) removeEventListener(event, touch);
    };
  }, []);
  useEffect(() => {
    if (now - touchedAt.current > IDLE_MS) setChosen(null);
  }, [now]);
  // Whoever was taken off the list is not there any more.
  const person = people?.find(({ kind, id }) => kind === chosen?.kind && id === chosen.id) ?? null;
  return { person, choose: setChosen };
}

/** In the header: whose hand-outs these are; a tap asks again. */
export function PersonButton({ person, onChange }: { person: Person; onChange: () => void }) {
  const { t } = useTranslation('counter');
  return (
    <button
      type="button"
      aria-label={t('who.change', { name: person.name })}
      onClick={onChange}
      className="flex min-h-11 max-w-48 items-center gap-2.5 rounded-full bg-quiet py-1 pr-3.5 pl-1.5 font-semibold"
    >
      <span
        aria-hidden="true"
        className="grid size-8 shrink-0 place-items-center rounded-full bg-brand-soft font-bold"
      >
        {person.name.charAt(0)}
      </span>
      <span className="truncate">{person.name}</span>
      <IconChevronDown className="size-4 shrink-0" />
    </button>
  );
}

/** Instead of PIN pad and scanner until a name is tapped. */
export function PersonChooser({
  people,
  onChoose,
}: {
  people: readonly Person[];
  onChoose: (person: Person) => void;
}) {
  const { t } = useTranslation('counter');
  return (
    <TitledSection id="who" title={t('who.title')} text={t('who.text')} isOnBrand>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(8.5rem,1fr))] gap-2.5">
        {people.map((person) => (
          <li key={`${person.kind} ${person.id}`}>
            <button
              type="button"
              onClick={() => onChoose(person)}
              className="min-h-16 w-full rounded-md bg-paper/55 px-3 py-2 text-lg font-bold wrap-anywhere active:scale-[.98]"
            >
              {person.name}
            </button>
          </li>
        ))}
      </ul>
    </TitledSection>
  );
}
