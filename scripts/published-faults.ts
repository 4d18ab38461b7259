import { satisfies } from 'semver';

/** An entry of published-faults.json: versions of a package that have a published fault. */
export interface PublishedFault {
  package: string;
  /** Affected versions, as npm writes ranges. */
  range: string;
  /** E.g. GHSA-xxxx-xxxx-xxxx. */
  advisory: string;
  source: string;
}

/** A finding that somebody looked at: why it does no harm here. */
export interface AcceptedFault {
  package: string;
  advisory: string;
  reason: string;
}

export interface FaultList {
  faults: PublishedFault[];
  accepted: AcceptedFault[];
}

interface LockedPackage {
  version?: string;
  resolved?: string;
  integrity?: string;
  link?: boolean;
  /** Of a package that is installed under another name. */
  name?: string;
}

export interface LockFile {
  packages: Record<string, LockedPackage>;
}

const REGISTRY = 'https://registry.npmjs.org/';

interface InstalledPackage extends LockedPackage {
  path: string;
  name: string;
}

/** Packages of the lock file that come from elsewhere: not workspaces. */
const listInstalled = ({ packages }: LockFile): InstalledPackage[] =>
  Object.entries(packages).flatMap(([path, locked]) =>
    path.includes('node_modules/') && !locked.link
      ? [{ ...locked, path, name: locked.name ?? path.split('node_modules/').at(-1)! }]
      : [],
  );

/** What is wrong with the packages of a lock file, one line each. */
export function listFindings(lock: LockFile, { faults, accepted }: FaultList): string[] {
  const faultsByName = Map.groupBy(faults, (fault) => fault.package);
  const isAccepted = (fault: PublishedFault) =>
    accepted.some((each) => each.package === fault.package && each.advisory === fault.advisory);
  return listInstalled(lock).flatMap(({ path, name, version, resolved, integrity }) => [
    ...(faultsByName.get(name) ?? [])
      .filter(({ range }) => version && satisfies(version, range, { includePrerelease: true }))
      .filter((fault) => !isAccepted(fault))
      .map(({ advisory, range, source }) => `${path} ${version}: ${advisory} (${range}), ${source}`),
    ...(resolved && !resolved.startsWith(REGISTRY) ? [`${path}: comes from ${resolved}`] : []),
    ...(resolved && !integrity ? [`${path}: has no checksum`] : []),
  ]);
}

/** Accepted findings that no package of the lock file has any more. */
export const listOutdatedAcceptances = (lock: LockFile, { faults, accepted }: FaultList): string[] =>
  accepted
    .filter(
      ({ package: name, advisory }) =>
        !listFindings(lock, {
          faults: faults.filter((fault) => fault.package === name && fault.advisory === advisory),
          accepted: [],
        }).some((line) => line.includes(advisory)),
    )
    .map(({ package: name, advisory }) => `${name}: ${advisory} is accepted, but no package has it`);
