import { Button } from '@wopack/ui/button.tsx';
import { Sheet } from '@wopack/ui/overlay/sheet.tsx';
import { showToast } from '@wopack/ui/overlay/toast.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Member, type Proof, type Scope, useEndMember, useUpdateMember } from './businesses.api.ts';
import { ProofForm, type Reauthentication } from './proof-form.tsx';
import { type NamedSalePlace, ScopeFields, toScope } from './scope-fields.tsx';

interface Props {
  member: Member;
  /** The role that was chosen in the list. */
  role: Member['role'];
  salePlaces: readonly NamedSalePlace[];
  reauthentication: Reauthentication;
  onClose: () => void;
}

/** Role and sale places of a member, or their end. */
export function MemberSheet({ member, role, salePlaces, reauthentication, onClose }: Props) {
  const { t } = useTranslation('members');
  const { id, name } = member;
  const [scope, setScope] = useState<Scope>({
    role,
    sale_place_ids: member.sale_places?.map((salePlace) => salePlace.id) ?? null,
  });
  const [placesError, setPlacesError] = useState<string>();
  const [isEnding, setEnding] = useState(false);
  const updateMember = useUpdateMember();
  const endMember = useEndMember();
  const save = async (proof: Proof) => {
    const chosen = toScope(scope);
    setPlacesError(chosen.sale_place_ids?.length === 0 ? t('placesMissing') : undefined);
    if (chosen.sale_place_ids?.length === 0) return;
    await updateMember.mutateAsync({ id, ...chosen, ...proof });
    showToast(t('saved', { name }));
    onClose();
  };
  const end = async (proof: Proof) => {
    await endMember.mutateAsync({ id, ...proof });
    showToast(t('ended', { name }));
    onClose();
  };
  if (isEnding)
    return (
      <Sheet open onClose={onClose} title={t('endTitle', { name })} description={t('endText')}>
        <ProofForm
          key="end"
          reauthentication={reauthentication}
          submitLabel={t('end')}
          isDanger
          onSubmit={end}
        />
        <Button variant="soft" fullWidth onClick={onClose}>
          {t('keep')}
        </Button>
      </Sheet>
    );
  return (
    <Sheet open onClose={onClose} title={t('change', { name })} description={t('changeText')}>
      <ScopeFields
        scope={scope}
        onChange={setScope}
        salePlaces={salePlaces}
        errors={{ sale_place_ids: placesError }}
      />
      <ProofForm
        key="change"
        reauthentication={reauthentication}
        submitLabel={t('save')}
        onSubmit={save}
        onOtherErrors={(messages) => setPlacesError(Object.values(messages)[0]?.[0])}
      />
      <Button variant="ghost" fullWidth onClick={() => setEnding(true)}>
        {t('end')}
      </Button>
    </Sheet>
  );
}
