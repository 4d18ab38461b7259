import { Button } from '@wopack/ui/button.tsx';
import { Sheet } from '@wopack/ui/overlay/sheet.tsx';
import { showToast } from '@wopack/ui/overlay/toast.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { paths } from '../../lib/paths.ts';
import {
  type Member,
  type Proof,
  type Scope,
  useEndMember,
  useEndMyMembership,
  useUpdateMember,
  useUpdateMyRole,
} from './businesses.api.ts';
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
  const { id, name, is_me: isMe } = member;
  const [scope, setScope] = useState<Scope>({
    role,
    sale_place_ids: member.sale_places?.map((salePlace) => salePlace.id) ?? null,
  });
  const [placesError, setPlacesError] = useState<string>();
  const [isEnding, setEnding] = useState(false);
  const navigate = useNavigate();
  const updateOther = useUpdateMember();
  const updateMe = useUpdateMyRole();
  const updateMember = isMe ? updateMe : updateOther;
  const endOther = useEndMember();
  const endMe = useEndMyMembership();
  const save = async (proof: Proof) => {
    const chosen = toScope(scope);
    setPlacesError(chosen.sale_place_ids?.length === 0 ? t('placesMissing') : undefined);
    if (chosen.sale_place_ids?.length === 0) return;
    await updateMember.mutateAsync({ id, ...chosen, ...proof });
    showToast(t('saved', { name }));
    onClose();
  };
  const end = async (proof: Proof) => {
    await (isMe ? endMe : endOther).mutateAsync({ id, ...proof });
    showToast(isMe ? t('leftTeam') : t('ended', { name }));
    onClose();
    if (isMe) await navigate(paths.account);
  };
  if (isEnding)
    return (
      <Sheet
        open
        onClose={onClose}
        title={isMe ? t('leaveTitle') : t('endTitle', { name })}
        description={t(isMe ? (member.role === 'owner' ? 'handOverText' : 'leaveText') : 'endText')}
      >
        <ProofForm
          key="end"
          reauthentication={reauthentication}
          submitLabel={t(isMe ? 'leave' : 'end')}
          isDanger
          onSubmit={end}
        />
        <Button variant="soft" fullWidth onClick={onClose}>
          {t(isMe ? 'stay' : 'keep')}
        </Button>
      </Sheet>
    );
  return (
    <Sheet
      open
      onClose={onClose}
      title={t('change', { name })}
      description={t(isMe ? 'changeMeText' : 'changeText')}
    >
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
        {t(isMe ? 'leave' : 'end')}
      </Button>
    </Sheet>
  );
}
