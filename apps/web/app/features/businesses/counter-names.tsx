import { queryOptions, useMutation } from '@tanstack/react-query';
import { ApiError, type Input, type Reply } from '@wopack/contract/client';
import { isolateWords } from '@wopack/domain';
import { Button } from '@wopack/ui/button.tsx';
import { FieldError, getErrorMessage } from '@wopack/ui/feedback/inline-error.tsx';
import { Select } from '@wopack/ui/form/select.tsx';
import { TextField } from '@wopack/ui/form/text-field.tsx';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/api/api.ts';
import { queryClient } from '../../lib/api/query-client.ts';
import { queryKeys } from '../../lib/data/shared-queries.ts';
import { ConfirmRemoval } from './confirm-removal.tsx';
import type { NamedSalePlace } from './scope-fields.tsx';

export type CounterName = Reply<'listCounterNames'>['data'][number];

export const counterNamesQuery = queryOptions({
  queryKey: [...queryKeys.seller, 'counter-names'],
  queryFn: async ({ signal }) => (await call('listCounterNames', { signal })).data,
});

const useNameMutation = <V, R>(request: (values: V) => Promise<R>) =>
  useMutation({
    mutationFn: request,
    onSettled: () => queryClient.invalidateQueries({ queryKey: counterNamesQuery.queryKey }),
  });

interface Props {
  names: readonly CounterName[];
  salePlaces: readonly NamedSalePlace[];
}

/** People at the counters who have no account: counters that ask who hands out offer them beside the team. */
export function CounterNames({ names, salePlaces }: Props) {
  const { t } = useTranslation('counters');
  const [removing, setRemoving] = useState<CounterName | null>(null);
  const removeName = useNameMutation((id: number) => call('removeCounterName', { params: { id } }));
  return (
    <section aria-labelledby="counter-names" className="mt-4 grid gap-3 rounded-lg bg-surface p-4 sm:p-6">
      <div>
        <h2 id="counter-names" className="h2">
          {t('names.title')}
        </h2>
        <p className="mt-1 max-w-2xl text-sm text-pretty text-muted">{t('names.lead')}</p>
      </div>
      {names.length ? (
        <ul className="divide-y divide-line">
          {names.map((name) => (
            <li key={name.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
              <p className="min-w-0 flex-1 basis-40 leading-snug">
                <b className="block wrap-anywhere">{name.name}</b>
                {salePlaces.length > 1 ? (
                  <span className="block text-sm wrap-anywhere text-muted">
                    {isolateWords(name.sale_place.name)}
                  </span>
                ) : null}
              </p>
              <Button
                variant="ghost"
                size="small"
                aria-label={t('names.removeOf', { name: name.name })}
                onClick={() => setRemoving(name)}
              >
                {t('names.remove')}
              </Button>
            </li>
          ))}
        </ul>
      ) : (
        <p className="text-sm text-muted">{t('names.none')}</p>
      )}
      <AddNameForm salePlaces={salePlaces} />
      <ConfirmRemoval
        item={removing}
        onClose={() => setRemoving(null)}
        texts={{
          title: t('names.removeTitle', { name: removing?.name }),
          text: t('names.removeText'),
          confirm: t('names.remove'),
          done: (name) => t('names.removed', { name }),
        }}
        removal={removeName}
      />
    </section>
  );
}

function AddNameForm({ salePlaces }: Pick<Props, 'salePlaces'>) {
  const { t } = useTranslation('counters');
  const inputRef = useRef<HTMLInputElement>(null);
  const [name, setName] = useState('');
  const [salePlaceId, setSalePlaceId] = useState(salePlaces[0]?.id ?? 0);
  const [isMissing, setMissing] = useState(false);
  const addName = useNameMutation(async (body: Input<'addCounterName'>['body']) =>
    call('addCounterName', { body }),
  );
  const nameError = addName.error instanceof ApiError ? addName.error.errors.name?.[0] : undefined;
  function submit(event: FormEvent) {
    event.preventDefault();
    if (addName.isPending) return;
    setMissing(!name.trim());
    if (!name.trim()) return inputRef.current?.focus();
    addName.mutate(
      { name: name.trim(), sale_place_id: salePlaceId },
      {
        onSuccess: () => setName(''),
        onSettled: () => inputRef.current?.focus(),
      },
    );
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-wrap items-start gap-3">
      <TextField
        ref={inputRef}
        label={t('names.name')}
        hint={t('names.nameHint')}
        error={isMissing ? t('names.missing') : nameError}
        autoComplete="off"
        value={name}
        onChange={({ target }) => {
          setName(target.value);
          setMissing(false);
          addName.reset();
        }}
        className="min-w-0 flex-1 basis-56"
      />
      {salePlaces.length > 1 ? (
        <Select
          label={t('place')}
          value={salePlaceId}
          onChange={({ target }) => setSalePlaceId(Number(target.value))}
          className="min-w-0 flex-1 basis-48"
        >
          {salePlaces.map((salePlace) => (
            <option key={salePlace.id} value={salePlace.id}>
              {salePlace.name}
            </option>
          ))}
        </Select>
      ) : null}
      <Button type="submit" loading={addName.isPending} className="sm:mt-7">
        {t('names.add')}
      </Button>
      {addName.error && !nameError ? (
        <div className="basis-full">
          <FieldError>{getErrorMessage(addName.error)}</FieldError>
        </div>
      ) : null}
    </form>
  );
}
