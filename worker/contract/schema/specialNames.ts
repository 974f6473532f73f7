/**
 * Host names that are not on the public web, or that resolve to internal addresses. Each entry includes its subdomains.
 *
 * The list omits `.example`: RFC 6761 (6.5) requires software to treat it as any other name, and it is never delegated.
 */
const names: readonly string[] = [
  // IANA's registry of special-use names: RFC 6761, 6762, 7686, 9476. `arpa` includes home.arpa (RFC 8375) and the reverse zones.
  'alt',
  'arpa',
  'invalid',
  'local',
  'localhost',
  'onion',
  'test',

  // Reserved for private use by ICANN, or never delegated because private networks use them: RFC 6762, appendix G; RFC 8244.
  'corp',
  'home',
  'internal',
  'intranet',
  'lan',
  'mail',
  'private',

  // Names that resolvers of hosts and clusters add.
  'consul',
  'localdomain',
  'svc',

  // Cloud metadata services with names under public domains. Other providers' names end in .internal or have no dot.
  'api.metadata.cloud.ibm.com',
  'api.service.networklayer.com',
  'api.service.softlayer.com',
  'metadata.goog',
  'metadata.tencentyun.com',

  // Public names that resolve to loopback, for local development. Collected on 2026-11-23 from the public table "Public wildcard domains
  // pointing to localhost", the lists of open-source SSRF filters, and the documentation of Shed, DDEV, Lando and colasloth. Names of this kind come
  // and go: review the list each year.
  '127-0-0-1.org.uk',
  '42foo.com',
  'beweb.com',
  'colasloth.com',
  'ddev.site',
  'fbi.com',
  'feacebook.com',
  'fuf.me',
  'lacolhost.com',
  'lndo.site',
  'local.gd',
  'local.sisteminha.com',
  'localdev.me',
  'localfabriek.nl',
  'localh.st',
  'localho.st',
  'localhost.direct',
  'localhost.tv',
  'localhst.co.uk',
  'localmachine.info',
  'localmachine.name',
  'localtest.me',
  'lvh.me',
  'mouse-potato.com',
  'ortkut.com',
  'ratchetlocal.com',
  'shed.host',
  'smackaho.st',
  'ulh.us',
  'vcap.me',
  'yoogle.com',

  // Public names that resolve to the address that they spell, or that change between lookups (DNS rebinding).
  '1u.ms',
  'backname.io',
  'ip6.name',
  'nip.io',
  'rbndr.us',
  'rebind.it',
  'rebind.network',
  'spoofed.burpcollaborator.net',
  'sslip.io',
  'traefik.me',
  'xip.io',

  // Services that redirect to an arbitrary address.
  'nicob.net',
  'r3dir.me',
]

const special: ReadonlySet<string> = new Set(names)

/** Whether a host name is in the list or below an entry. The name is in lower-case ASCII without a trailing dot. */
export const isSpecialUseName = (host: string): boolean => {
  const labels = host.split('.')
  return labels.some((_label, index) => special.has(labels.slice(index).join('.')))
}
