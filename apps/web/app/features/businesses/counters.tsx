import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { ApiError, type Input, type Reply } from '@wopack/contract/client';
import { isolateWords } from '@wopack/domain';
import { Button } from '@wopack/ui/button.tsx';
import { FieldError, getErrorMessage } from '@wopack/ui/feedback/inline-error.tsx';
import { EmptyState } from '@wopack/ui/feedback/states.tsx';
import { Select } from '@wopack/ui/form/select.tsx';
import { Switch } from '@wopack/ui/form/switch.tsx';
import { TextField } from '@wopack/ui/form/text-field.tsx';
import { IconCircleCheckFilled, IconDeviceMobile, IconPlus } from '@wopack/ui/icons';
import { QrCode } from '@wopack/ui/images/qr-code.tsx';
import { Sheet } from '@wopack/ui/overlay/sheet.tsx';
import { showErrorToast } from '@wopack/ui/overlay/toast.ts';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/api/api.ts';
import { queryClient } from '../../lib/api/query-client.ts';
import { useNow } from '../../lib/browser/use-now.ts';
import { queryKeys } from '../../lib/data/shared-queries.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import { paths } from '../../lib/paths.ts';
import { ConfirmRemoval } from './confirm-removal.tsx';
import type { NamedSalePlace } from './scope-fields.tsx';

type Counter = Reply<'listCounters'>['data'][number];
type CounterWithCode = Reply<'addCounter'>['data'];

export const countersQuery = queryOptions({
  queryKey: [...queryKeys.seller, 'counters'],
  queryFn: async ({ signal }) => (await call('listCounters', { signal })).data,
  // A device is paired elsewhere.
  refetchInterval: 15_000,
});

const useCounterMutation = <V, R>(request: (values: V) => Promise<R>) =>
  useMutation({
    mutationFn: request,
    onSettled: () => void queryClient.invalidateQueries({ queryKey: countersQuery.queryKey }),
  });

const useAddCounter = () =>
  useCounterMutation(async (body: Input<'addCounter'>['body']) => (await call('addCounter', { body })).data);
const useRenewCode = () =>
  useCounterMutation(async (id: number) => (await call('renewCounterCode', { params: { id } })).data);
const useUpdateCounter = () =>
  useCounterMutation(({ id, asksName }: { id: number; asksName: boolean }) =>
    call('updateCounter', { params: { id }, body: { asks_name: asksName } }),
  );
const useEndCounter = () => useCounterMutation((id: number) => call('endCounter', { params: { id } }));

interface Props {
  counters: readonly Counter[];
  salePlaces: readonly NamedSalePlace[];
}

/** The counter devices of the business; each is paired by a code that is shown once. */
export function Counters({ counters, salePlaces }: Props) {
  const { t } = useTranslation('counters');
  const [isAdding, setAdding] = useState(false);
  const [made, setMade] = useState<CounterWithCode | null>(null);
  const [ending, setEnding] = useState<Counter | null>(null);
  const renewCode = useRenewCode();
  const endCounter = useEndCounter();
  const renew = (id: number) =>
    renewCode.mutate(id, { onSuccess: (data) => setMade(data), onError: showErrorToast });
  return (
    <section aria-labelledby="counters" className="grid gap-3 rounded-lg bg-surface p-4 sm:p-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="counters" className="h2">
          {t('title')}
        </h2>
        {counters.length ? (
          <Button variant="soft" size="small" icon={<IconPlus />} onClick={() => setAdding(true)}>
            {t('add')}
          </Button>
        ) : null}
      </div>
      {counters.length === 0 ? (
        <EmptyState title={t('none')} action={<Button onClick={() => setAdding(true)}>{t('add')}</Button>}>
          {t('noneText')}
        </EmptyState>
      ) : (
        <ul className="divide-y divide-line">
          {counters.map((counter) => (
            <CounterRow
              key={counter.id}
              counter={counter}
              isBusy={renewCode.isPending && renewCode.variables === counter.id}
              onRenew={() => renew(counter.id)}
              onEnd={() => setEnding(counter)}
            />
          ))}
        </ul>
      )}
      {isAdding ? (
        <AddSheet
          salePlaces={salePlaces}
          onClose={() => setAdding(false)}
          onMade={(data) => {
            setAdding(false);
            setMade(data);
          }}
        />
      ) : null}
      {made ? (
        <CodeSheet
          made={made}
          counter={counters.find(({ id }) => id === made.counter.id)}
          onClose={() => setMade(null)}
        />
      ) : null}
      <ConfirmRemoval
        item={ending}
        onClose={() => setEnding(null)}
        texts={{
          title: t('endTitle', { name: ending?.name }),
          text: t('endText'),
          confirm: t('end'),
          done: (name) => t('ended', { name }),
        }}
        removal={endCounter}
      />
    </section>
  );
}

interface RowProps {
  counter: Counter;
  isBusy: boolean;
  onRenew: () => void;
  onEnd: () => void;
}

function CounterRow({ counter, isBusy, onRenew, onEnd }: RowProps) {
  const { t } = useTranslation('counters');
  const { formatRecent, formatTime } = useFormat();
  const { id, name, sale_place: salePlace, code_expires_at: codeUntil } = counter;
  const usedAt = counter.last_used_at ?? counter.paired_at;
  const updateCounter = useUpdateCounter();
  const asksName = updateCounter.isPending ? updateCounter.variables.asksName : counter.asks_name;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3">
      <span aria-hidden="true" className="grid size-10 shrink-0 place-items-center rounded-full bg-quiet">
        <IconDeviceMobile className="size-5" />
      </span>
      <p className="min-w-0 flex-1 basis-48 leading-snug">
        <b className="block wrap-anywhere">{name}</b>
        <span className="block text-sm wrap-anywhere text-muted">
          {isolateWords(salePlace.name)} ·{' '}
          {usedAt ? t('used', { when: formatRecent(usedAt) }) : t('neverUsed')}
          {codeUntil ? ` · ${t('codeUntil', { time: formatTime(codeUntil) })}` : null}
          {counter.has_wrong_tries ? <span className="text-danger"> · {t('wrongTries')}</span> : null}
        </span>
      </p>
      <Button
        variant="soft"
        size="small"
        aria-label={t('newCodeOf', { name })}
        loading={isBusy}
        onClick={onRenew}
      >
        {t('newCode')}
      </Button>
      <Button variant="ghost" size="small" aria-label={t('endOf', { name })} onClick={onEnd}>
        {t('end')}
      </Button>
      <div className="basis-full sm:pl-13">
        <Switch
          label={
            <>
              {t('asksName')}
              <span className="sr-only">: {isolateWords(name)}</span>
            </>
          }
          hint={t('asksNameHint')}
          checked={asksName}
          onChange={(checked) => updateCounter.mutate({ id, asksName: checked }, { onError: showErrorToast })}
        />
      </div>
    </li>
  );
}

interface AddSheetProps {
  salePlaces: readonly NamedSalePlace[];
  onClose: () => void;
  onMade: (made: CounterWithCode) => void;
}

function AddSheet({ salePlaces, onClose, onMade }: AddSheetProps) {
  const { t } = useTranslation('counters');
  const nameRef = useRef<HTMLInputElement>(null);
  const [name, setName] = useState('');
  const [salePlaceId, setSalePlaceId] = useState(salePlaces[0]?.id ?? 0);
  const [isNameMissing, setNameMissing] = useState(false);
  const addCounter = useAddCounter();
  const nameError = addCounter.error instanceof ApiError ? addCounter.error.errors.name?.[0] : undefined;
  function submit(event: FormEvent) {
    event.preventDefault();
    if (addCounter.isPending) return;
    setNameMissing(!name.trim());
    if (!name.trim()) return nameRef.current?.focus();
    addCounter.mutate({ name: name.trim(), sale_place_id: salePlaceId }, { onSuccess: onMade });
  }
  return (
    <Sheet open onClose={onClose} title={t('add')} description={t('lead')}>
      <form noValidate onSubmit={submit} className="grid gap-4">
        <TextField
          ref={nameRef}
          label={t('name')}
          hint={t('nameHint')}
          error={isNameMissing ? t('nameMissing') : nameError}
          autoComplete="off"
          value={name}
          onChange={({ target }) => {
            setName(target.value);
            setNameMissing(false);
          }}
        />
        {salePlaces.length > 1 ? (
          <Select
            label={t('place')}
            value={salePlaceId}
            onChange={({ target }) => setSalePlaceId(Number(target.value))}
          >
            {salePlaces.map((salePlace) => (
              <option key={salePlace.id} value={salePlace.id}>
                {salePlace.name}
              </option>
            ))}
          </Select>
        ) : null}
        {addCounter.error && !nameError ? <FieldError>{getErrorMessage(addCounter.error)}</FieldError> : null}
        <Button type="submit" fullWidth loading={addCounter.isPending}>
          {t('make')}
        </Button>
      </form>
    </Sheet>
  );
}

interface CodeSheetProps {
  made: CounterWithCode;
  /** What the server says of it meanwhile. */
  counter: Counter | undefined;
  onClose: () => void;
}

/** The code stands in the fragment of the address, which is neither sent nor logged. */
function CodeSheet({ made: { counter: before, code }, counter, onClose }: CodeSheetProps) {
  const { t } = useTranslation('counters');
  const { formatTime } = useFormat();
  const now = useNow(5_000);
  const [openedAt] = useState(Date.now);
  // The device is looked for more often than by the list.
  const { dataUpdatedAt } = useQuery({ ...countersQuery, refetchInterval: 3_000 });
  const url = `${location.origin}${paths.counter}`;
  const { name } = before;
  if (counter && counter.paired_at !== before.paired_at)
    return (
      <Sheet open onClose={onClose} title={t('paired', { name })}>
        <p role="status" className="flex gap-2.5 text-pretty">
          <IconCircleCheckFilled className="size-6 shrink-0 text-save" />
          {t('pairedText', { place: counter.sale_place.name })}
        </p>
        <Button fullWidth onClick={onClose}>
          {t('done')}
        </Button>
      </Sheet>
    );
  const isOver =
    now > Date.parse(before.code_expires_at!) || (dataUpdatedAt > openedAt && counter?.has_wrong_tries);
  return (
    <Sheet open onClose={onClose} title={t('codeTitle', { name })} description={t('codeLead')}>
      <div className="grid justify-items-center gap-3 text-center">
        <p className="font-semibold wrap-anywhere">{url}</p>
        <output className="font-display text-[2rem] font-bold tracking-[.2em]">{code}</output>
        <QrCode text={`${url}#${code}`} label={t('qr')} className="w-44 rounded-md" />
        <p className="text-sm text-pretty text-muted">
          {t('codeOnce', { time: formatTime(before.code_expires_at!) })}
        </p>
        <p role="status" className={isOver ? 'font-semibold text-danger' : 'text-sm text-muted'}>
          {t(isOver ? 'codeOver' : 'waiting')}
        </p>
        <Button fullWidth onClick={onClose}>
          {t('done')}
        </Button>
      </div>
    </Sheet>
  );
}
