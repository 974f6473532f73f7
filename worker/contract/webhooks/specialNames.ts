/**
 * Names under which nobody in the public web can be reached, or somebody is who should not be. Each stands for itself and for all below it.
 *
 * `.example` is missing on purpose: RFC 6761 (6.5) wants software to treat it as any other name. It is never delegated, so it leads nowhere.
 */
const names: readonly string[] = [
  // The special-use registry of IANA: RFC 6761, 6762, 7686, 9476. `arpa` has home.arpa of RFC 8375 and the reverse zones in it.
  'alt',
  'arpa',
  'invalid',
  'local',
  'localhost',
  'onion',
  'test',

  // Kept for private use by ICANN, or never delegated because private networks use them: RFC 6762, appendix G; RFC 8244.
  'corp',
  'home',
  'internal',
  'intranet',
  'lan',
  'mail',
  'private',

  // What resolvers of machines and clusters add by themselves.
  'consul',
  'localdomain',
  'svc',

  // Where clouds tell a machine its secrets, by names that end like public ones. The others end in .internal or have no dot.
  'api.metadata.cloud.ibm.com',
  'api.service.networklayer.com',
  'api.service.softlayer.com',
  'metadata.goog',
  'metadata.tencentyun.com',

  // Public names for whatever address is asked for: spelled in the name, this machine's own, or another one at the second look.
  '1u.ms',
  'lacolhost.com',
  'local.gd',
  'localtest.me',
  'lvh.me',
  'nip.io',
  'rbndr.us',
  'rebind.it',
  'rebind.network',
  'spoofed.burpcollaborator.net',
  'sslip.io',
  'traefik.me',
  'vcap.me',
  'xip.io',

  // Answers with a redirect to whatever address is asked for.
  'nicob.net',
  'r3dir.me',
]

const special: ReadonlySet<string> = new Set(names)

/** Whether a host name, in lower-case ASCII and without a dot at its end, is one of these or below one. */
export const isSpecialName = (host: string): boolean => {
  const labels = host.split('.')
  return labels.some((_label, index) => special.has(labels.slice(index).join('.')))
}
