import { queryOptions, useMutation } from '@tanstack/react-query';
import type { Input, Reply } from '@wopack/contract/client';
import { call } from '../../lib/api/api.ts';
import { queryClient } from '../../lib/api/query-client.ts';
import { meQuery, myBusinessesQuery, queryKeys } from '../../lib/data/shared-queries.ts';

export type Team = Reply<'listMembers'>['data'];
export type Member = Team['members'][number];
export type Invitation = Team['invitations'][number];

/** The password or a mailed code. */
export type Proof = Pick<Input<'endMember'>['body'], 'password' | 'code'>;

/** What a member may do, and at which sale places; null: all. */
export type Scope = Pick<Input<'inviteMember'>['body'], 'role' | 'sale_place_ids'>;

export const teamQuery = queryOptions({
  queryKey: [...queryKeys.seller, 'team'],
  queryFn: async ({ signal }) => (await call('listMembers', { signal })).data,
});

/** Every change answers with the whole team. */
const useTeamMutation = <V>(request: (values: V) => Promise<Reply<'listMembers'>>) =>
  useMutation({
    mutationFn: request,
    onSuccess: ({ data }) => queryClient.setQueryData(teamQuery.queryKey, data),
  });

export const useInviteMember = () =>
  useTeamMutation((body: Input<'inviteMember'>['body']) => call('inviteMember', { body }));

export const useRepeatInvitation = () =>
  useTeamMutation(({ id, ...body }: { id: number } & Proof) =>
    call('repeatInvitation', { params: { id }, body }),
  );

export const useWithdrawInvitation = () =>
  useTeamMutation((id: number) => call('withdrawInvitation', { params: { id } }));

export const useUpdateMember = () =>
  useTeamMutation(({ id, ...body }: { id: number } & Input<'updateMember'>['body']) =>
    call('updateMember', { params: { id }, body }),
  );

/** The user's own role is that of the menu too. */
export const useUpdateMyRole = () =>
  useMutation({
    mutationFn: ({ id, ...body }: { id: number } & Input<'updateMember'>['body']) =>
      call('updateMember', { params: { id }, body }),
    onSuccess: forgetFormerBusiness,
  });

export const useEndMember = () =>
  useTeamMutation(({ id, ...body }: { id: number } & Proof) => call('endMember', { params: { id }, body }));

/** The end of the own membership, which an owner confirms as that of another. */
export const useEndMyMembership = () =>
  useMutation({
    mutationFn: ({ id, ...body }: { id: number } & Proof) => call('endMember', { params: { id }, body }),
    onSuccess: forgetFormerBusiness,
  });

export const invitationQuery = (key: string) =>
  queryOptions({
    queryKey: ['invitation', key],
    queryFn: async ({ signal }) => (await call('findInvitation', { body: { key }, signal })).data,
    retry: false,
  });

export type InvitationToMe = Reply<'findInvitation'>['data'];

export const declineInvitation = (key: string) => call('declineInvitation', { body: { key } });

/** The device works for that business from now on. */
export async function acceptInvitation(key: string): Promise<void> {
  const { business_id: id } = (await call('acceptInvitation', { body: { key } })).data;
  await chooseBusiness(id);
}

/** What was read for the former business is forgotten. */
export async function chooseBusiness(id: number): Promise<void> {
  await call('chooseBusiness', { params: { id } });
  await forgetFormerBusiness();
}

export async function leaveBusiness(id: number): Promise<void> {
  await call('leaveBusiness', { params: { id } });
  await forgetFormerBusiness();
}

async function forgetFormerBusiness(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: meQuery.queryKey, refetchType: 'none' });
  await queryClient.query(meQuery);
  void queryClient.invalidateQueries({ queryKey: myBusinessesQuery.queryKey });
  await queryClient.resetQueries({ queryKey: queryKeys.seller });
}
