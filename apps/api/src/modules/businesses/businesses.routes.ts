import { endpoints } from '@wopack/contract';
import type { Context, Http } from '../../platform/context.ts';
import type { PartiallyValidCall } from '../../platform/http/route.ts';
import { exportActivity, listActivity, validateActivityRange } from './activity.ts';
import {
  addCounterName,
  listCounterNames,
  removeCounterName,
  validateCounterName,
} from './counter-people.ts';
import {
  addCounter,
  endCounter,
  listCounters,
  pairCounter,
  renewCounterCode,
  updateCounter,
  validateCounter,
} from './devices.ts';
import {
  acceptInvitation,
  declineInvitation,
  inviteMember,
  repeatInvitation,
  viewInvitation,
  withdrawInvitation,
} from './invitations.ts';
import {
  chooseBusiness,
  endMember,
  type ListSalePlaces,
  leaveBusiness,
  listMyBusinesses,
  loadTeam,
  updateMember,
  validateScope,
} from './members.ts';

export function businessRoutes(
  context: Context,
  { route, fileRoute }: Http,
  listSalePlaces: ListSalePlaces,
): void {
  route(endpoints.listMyBusinesses, (call) => listMyBusinesses(context, call, listSalePlaces));
  route(endpoints.chooseBusiness, (call) => chooseBusiness(context, call));
  route(endpoints.leaveBusiness, (call) => leaveBusiness(context, call, listSalePlaces));
  route(endpoints.listMembers, ({ actor }) => loadTeam(context, actor, listSalePlaces));
  const withScope = {
    validate: (call: PartiallyValidCall<typeof endpoints.inviteMember | typeof endpoints.updateMember>) =>
      validateScope(context, call, listSalePlaces),
  };
  route(endpoints.inviteMember, (call) => inviteMember(context, call, listSalePlaces), withScope);
  route(endpoints.repeatInvitation, (call) => repeatInvitation(context, call, listSalePlaces));
  route(endpoints.withdrawInvitation, (call) => withdrawInvitation(context, call, listSalePlaces));
  route(endpoints.updateMember, (call) => updateMember(context, call, listSalePlaces), withScope);
  route(endpoints.endMember, (call) => endMember(context, call, listSalePlaces));
  route(endpoints.listActivity, (call) => listActivity(context, call, listSalePlaces), {
    validate: validateActivityRange,
  });
  fileRoute(endpoints.exportActivity, (call) => exportActivity(context, call, listSalePlaces), {
    validate: validateActivityRange,
  });
  route(endpoints.findInvitation, (call) => viewInvitation(context, call, listSalePlaces));
  route(endpoints.acceptInvitation, (call) => acceptInvitation(context, call, listSalePlaces));
  route(endpoints.declineInvitation, (call) => declineInvitation(context, call));
  route(endpoints.listCounters, (call) => listCounters(context, call, listSalePlaces));
  route(endpoints.addCounter, (call) => addCounter(context, call, listSalePlaces), {
    validate: validateCounter,
  });
  route(endpoints.renewCounterCode, (call) => renewCounterCode(context, call, listSalePlaces));
  route(endpoints.updateCounter, (call) => updateCounter(context, call, listSalePlaces));
  route(endpoints.listCounterNames, (call) => listCounterNames(context, call, listSalePlaces));
  route(endpoints.addCounterName, (call) => addCounterName(context, call, listSalePlaces), {
    validate: validateCounterName,
  });
  route(endpoints.removeCounterName, (call) => removeCounterName(context, call));
  route(endpoints.endCounter, (call) => endCounter(context, call));
  route(endpoints.pairCounter, (call) => pairCounter(context, call));
}
