import * as fc from 'fast-check'
import type { PublicUrlError } from './publicUrl.ts'

/** Rejected URLs, with the reason and a description. Tested in Node and in workerd, whose parsers must agree. */
export const attacks: readonly (readonly [url: string, fault: PublicUrlError, what: string])[] = [
  // Loopback in all notations
  ['https://127.0.0.1/', 'address', 'loopback'],
  ['https://127.0.0.1:8443/hook', 'address', 'loopback on an allowed port'],
  ['https://127.1/', 'address', 'two parts'],
  ['https://127.0.1/', 'address', 'three parts'],
  ['https://2130706433/', 'address', 'one decimal number'],
  ['https://0x7f000001/', 'address', 'one hexadecimal number'],
  ['https://017700000001/', 'address', 'one octal number'],
  ['https://0x7f.1/', 'address', 'hexadecimal and short'],
  ['https://0x7F.0x0.0x0.0x1/', 'address', 'hexadecimal parts'],
  ['https://0177.0.0.01/', 'address', 'octal parts'],
  ['https://00000177.0.0.1/', 'address', 'octal with padding'],
  ['https://0x7f.0.0.01/', 'address', 'mixed bases'],
  ['https://127.0.0.1./', 'address', 'an address with a trailing dot'],
  ['https://0/', 'address', 'zero is the unspecified address'],
  ['https://0x/', 'address', 'an empty hexadecimal number is zero'],
  ['https://0.0.0.0/', 'address', 'the unspecified address'],
  ['https://１２７.０.０.１/', 'address', 'full-width digits'],
  ['https://127。0。0。1/', 'address', 'ideographic full stops'],
  ['https://127．0．0．1/', 'address', 'full-width dots'],
  ['https://①②⑦.⓪.⓪.①/', 'address', 'circled digits'],
  ['https://𝟏𝟐𝟕.𝟎.𝟎.𝟏/', 'address', 'mathematical digits'],
  ['https://0ｘ7f.1/', 'address', 'a full-width x'],
  ['https://127.0.0.1%2e/', 'host', 'a percent-encoded dot'],
  ['https://%31%32%37.0.0.1/', 'host', 'percent-encoded digits'],
  ['https://127%2e0%2e0%2e1/', 'host', 'percent-encoded dots'],
  ['https://%6c%6f%63%61%6c%68%6f%73%74/', 'host', 'percent-encoded localhost'],
  ['https://shop.example%00.evil.example/', 'host', 'a percent-encoded zero byte'],
  ['https://shop.example%2f@127.0.0.1/', 'user_information', 'a percent-encoded slash'],
  ['https://127.0.0.1:443:80/', 'form', 'two ports'],
  ['https://256.0.0.1/', 'form', 'a part above 255'],
  ['https://1.2.3.4.5/', 'form', 'five numbers'],
  ['https://1.2.3.08/', 'form', 'an invalid octal number'],
  ['https://shop.0x7f/', 'form', 'a name that ends in a number'],

  // IPv6
  ['https://[::1]/', 'address', 'loopback'],
  ['https://[::]/', 'address', 'the unspecified address'],
  ['https://[0:0:0:0:0:0:0:1]:8443/', 'address', 'loopback in full'],
  ['https://[::ffff:127.0.0.1]/', 'address', 'IPv4, mapped'],
  ['https://[::ffff:7f00:1]/', 'address', 'IPv4, mapped, hexadecimal'],
  ['https://[::ffff:0:127.0.0.1]/', 'address', 'IPv4, translated'],
  ['https://[::127.0.0.1]/', 'address', 'IPv4, compatible'],
  ['https://[64:ff9b::169.254.169.254]/', 'address', 'IPv4 through NAT64'],
  ['https://[2002:7f00:1::]/', 'address', 'IPv4 in 6to4'],
  ['https://[fd00:ec2::254]/', 'address', 'metadata of AWS'],
  ['https://[fe80::1]/', 'address', 'link-local'],
  ['https://[fe80::1%25eth0]/', 'host', 'a percent-encoded zone'],
  ['https://[fe80::1%eth0]/', 'host', 'a zone'],
  ['https://[2606:4700:4700::1111]/', 'address', 'a public address'],
  ['https://[v1.x]/', 'form', 'an address of a future version'],
  ['https://::1/', 'form', 'IPv6 without brackets'],

  // Other networks
  ['https://10.0.0.1/', 'address', 'private'],
  ['https://172.16.0.1/', 'address', 'private'],
  ['https://192.168.1.1/', 'address', 'private'],
  ['https://100.64.0.1/', 'address', 'carrier-grade NAT'],
  ['https://169.254.169.254/latest/meta-data/', 'address', 'metadata of most clouds'],
  ['https://2852039166/', 'address', 'metadata of most clouds as a number'],
  ['https://168.63.129.16/', 'address', 'the wire server of Azure, a public address'],
  ['https://224.0.0.1/', 'address', 'multicast'],
  ['https://1.1.1.1/', 'address', 'a public address'],

  // Names
  ['https://localhost/', 'special_name', 'loopback'],
  ['https://LOCALHOST/', 'special_name', 'localhost in capitals'],
  ['https://localhost./', 'special_name', 'localhost with a trailing dot'],
  ['https://ⓛⓞⓒⓐⓛⓗⓞⓢⓣ/', 'special_name', 'circled letters'],
  ['https://ｌｏｃａｌｈｏｓｔ/', 'special_name', 'full-width letters'],
  ['https://admin.localhost/', 'special_name', 'a subdomain of localhost'],
  ['https://localhost.localdomain/', 'special_name', 'from a hosts file'],
  ['https://localhost6.localdomain6/', 'host', 'from a hosts file'],
  ['https://ip6-localhost/', 'host', 'from a hosts file'],
  ['https://printer.local/', 'special_name', 'mDNS'],
  ['https://printer.local./', 'special_name', 'mDNS with a trailing dot'],
  ['https://router.home.arpa/', 'special_name', 'a home network'],
  ['https://1.0.0.127.in-addr.arpa/', 'special_name', 'a reverse zone'],
  ['https://shop.test/', 'special_name', 'the reserved name test'],
  ['https://shop.invalid/', 'special_name', 'the reserved name invalid'],
  ['https://expyuzz4wqqyqhjn.onion/', 'special_name', 'Tor'],
  ['https://shop.alt/', 'special_name', 'a name outside of the DNS'],
  ['https://db.internal/', 'special_name', 'a private network'],
  ['https://host.docker.internal/', 'special_name', 'the host of a container'],
  ['https://wiki.corp/', 'special_name', 'a private network'],
  ['https://nas.lan/', 'special_name', 'a private network'],
  ['https://kubernetes.default.svc/', 'special_name', 'a cluster'],
  ['https://vault.service.consul/', 'special_name', 'a cluster'],
  ['https://metadata.google.internal/computeMetadata/v1/', 'special_name', 'metadata of Google'],
  ['https://METADATA.GOOG/', 'special_name', 'metadata of Google'],
  ['https://metadata.tencentyun.com/', 'special_name', 'metadata of Tencent'],
  ['https://api.metadata.cloud.ibm.com/', 'special_name', 'metadata of IBM'],
  ['https://instance-data/', 'host', 'metadata of AWS'],
  ['https://intranet/', 'special_name', 'one label'],
  ['https://db/', 'host', 'one label'],
  ['https://example/', 'host', 'one label, reserved for documentation'],
  ['https://com./', 'host', 'one label with a trailing dot'],
  ['https://shop.x/', 'host', 'a top-level domain of one letter'],
  ['https://shop.example./', 'host', 'a trailing dot'],
  ['https://127.0.0.1.nip.io/', 'special_name', 'a wildcard DNS service'],
  ['https://app-10-0-0-1.sslip.io/', 'special_name', 'a wildcard DNS service'],
  ['https://localtest.me/', 'special_name', 'a public name of loopback'],
  ['https://fuf.me/', 'special_name', 'a public name of loopback'],
  ['https://app.yoogle.com/', 'special_name', 'a public name of loopback'],
  ['https://localho.st/', 'special_name', 'a public name of loopback'],
  ['https://shop.ddev.site/', 'special_name', 'a public name of loopback'],
  ['https://app.lndo.site/', 'special_name', 'a public name of loopback'],
  ['https://www.127-0-0-1.org.uk/', 'special_name', 'a public name of loopback'],
  ['https://7f000001.c0a80001.rbndr.us/', 'special_name', 'DNS rebinding'],
  ['https://xn--a.com/', 'host', 'punycode of a control character'],
  ['https://xn--/', 'host', 'punycode of nothing'],
  ['https://xn--localhost-.com/', 'host', 'punycode of plain letters'],
  ['https://xn--zzzzzzzzzzzzzzzzz.com/', 'host', 'punycode of no character'],
  ['https://xn--127-0ta.com/', 'host', 'non-canonical punycode'],
  ['https://a..example/', 'host', 'an empty label'],
  ['https://.shop.example/', 'host', 'a leading empty label'],
  ['https://-shop.example/', 'host', 'a leading hyphen'],
  ['https://shop_1.example/', 'host', 'an underscore'],
  ['https://*.shop.example/', 'host', 'a wildcard'],
  ["https://shop.example'/", 'host', 'a quote'],
  ['https://127.0.0.1!/', 'host', 'an address with an exclamation mark'],
  [`https://${'a'.repeat(64)}.example/`, 'host', 'a label above 63 characters'],
  [`https://${'a.'.repeat(127)}example/`, 'host', 'a name above 253 characters'],

  // Disguised hosts
  ['https://shop.example@127.0.0.1/', 'user_information', 'user information that looks like the host'],
  ['https://user:secret@shop.example/', 'user_information', 'a password'],
  ['https://@shop.example/', 'user_information', 'an empty user'],
  ['https://:@shop.example/', 'user_information', 'an empty user and password'],
  ['https://127.0.0.1:80@shop.example/', 'user_information', 'an address as user information'],
  ['https://shop.example\\@127.0.0.1/', 'character', 'a backslash that ends the host in some parsers'],
  ['https://127.0.0.1\\.shop.example/', 'character', 'a backslash in the host'],
  ['https:\\\\127.0.0.1/', 'character', 'backslashes instead of slashes'],
  ['https://shop.example/a\\b', 'character', 'a backslash in the path'],
  ['https://shop.example#@127.0.0.1/', 'fragment', 'a fragment that ends the host in some parsers'],
  ['https://shop.example/hook#', 'fragment', 'an empty fragment'],
  ['https://shop.example/hook#part', 'fragment', 'a fragment'],

  // Characters that parsers drop
  [' https://shop.example/', 'character', 'a leading space'],
  ['https://shop.example/ ', 'character', 'a trailing space'],
  ['https://shop.example/a b', 'character', 'a space'],
  ['ht\ntps://127.0.0.1/', 'character', 'a newline in the scheme'],
  ['https://127.0.\t0.1/', 'character', 'a tab in the host'],
  ['https://shop.example/\r\nHost: evil.example', 'character', 'header injection'],
  ['https://shop.example/\0', 'character', 'a zero byte'],
  ['\u0001https://shop.example/', 'character', 'a leading control character'],
  ['https://shop.example/\u0085', 'character', 'a control character of C1'],
  ['https://shop.example/\u00a0', 'character', 'a no-break space'],
  ['https://shop.example/\u2028', 'character', 'a line separator'],
  ['https://loc\u00adalhost/', 'character', 'a soft hyphen'],
  ['https://local\u200bhost/', 'character', 'a zero-width space'],
  ['\ufeffhttps://shop.example/', 'character', 'a byte order mark'],
  ['https://shop.example/\u202egpj.exe', 'character', 'a right-to-left override'],
  ['https://shop.example/\ud800', 'character', 'a lone surrogate'],

  // Schemes and syntax
  ['http://shop.example/', 'scheme', 'no TLS'],
  ['http://localhost:3000/', 'scheme', 'loopback without TLS'],
  ['ftp://shop.example/', 'scheme', 'another protocol'],
  ['file:///etc/passwd', 'scheme', 'a file'],
  ['gopher://127.0.0.1:6379/_INFO', 'scheme', 'another protocol'],
  ['javascript:alert(1)//https://shop.example/', 'scheme', 'a script'],
  ['data:text/html,x', 'scheme', 'data'],
  ['blob:https://shop.example/1', 'scheme', 'a blob'],
  ['wss://shop.example/', 'scheme', 'a socket'],
  ['jar:https://127.0.0.1!/', 'scheme', 'a nested scheme'],
  ['httpss://shop.example/', 'scheme', 'a scheme with the prefix https'],
  ['https:shop.example', 'form', 'no slashes'],
  ['https:/127.0.0.1/', 'form', 'one slash'],
  ['https:///127.0.0.1/', 'form', 'three slashes'],
  ['https://', 'form', 'no host'],
  ['https://?x', 'form', 'no host'],
  ['//127.0.0.1/', 'form', 'no scheme'],
  ['/hook', 'form', 'a path'],
  ['shop.example', 'form', 'a host name only'],
  ['127.0.0.1', 'form', 'an address only'],

  // Ports
  ['https://shop.example:22/', 'port', 'ssh'],
  ['https://shop.example:80/', 'port', 'http'],
  ['https://shop.example:6379/', 'port', 'redis'],
  ['https://shop.example:0/', 'port', 'port 0'],
  ['https://shop.example:65535/', 'port', 'the highest port'],
  ['https://shop.example:65536/', 'form', 'above the highest port'],
  ['https://shop.example:443x/', 'form', 'an invalid port'],
  ['https://shop.example:-443/', 'form', 'an invalid port'],

  // Length
  [`https://shop.example/${'a'.repeat(2028)}`, 'length', 'one character above the maximum'],
  [`https://shop.example/${'ü'.repeat(400)}`, 'length', 'too long in canonical form: six characters for one'],
]

/** Allowed URLs with their canonical form. */
export const allowed: readonly (readonly [url: string, canonical: string])[] = [
  ['https://shop.example', 'https://shop.example/'],
  ['https://shop.example/', 'https://shop.example/'],
  ['https://shop.example/hook', 'https://shop.example/hook'],
  ['https://shop.example?x=1', 'https://shop.example/?x=1'],
  ['https://shop.example/?', 'https://shop.example/?'],
  ['https://example.com/hook', 'https://example.com/hook'],
  ['HTTPS://SHOP.EXAMPLE/Hook', 'https://shop.example/Hook'],
  ['hTtPs://Shop.Example/', 'https://shop.example/'],
  ['https://shop.example:443/hook', 'https://shop.example/hook'],
  ['https://shop.example:0443/hook', 'https://shop.example/hook'],
  ['https://shop.example:/hook', 'https://shop.example/hook'],
  ['https://shop.example:8443/hook', 'https://shop.example:8443/hook'],
  ['https://shop.example:8443', 'https://shop.example:8443/'],
  ['https://a.b.c.d.shop.co.uk/', 'https://a.b.c.d.shop.co.uk/'],
  ['https://shop.museum/', 'https://shop.museum/'],
  ['https://shop.localhost.example/', 'https://shop.localhost.example/'],
  ['https://localhost.shop.example/', 'https://localhost.shop.example/'],
  ['https://localhost-shop.example/', 'https://localhost-shop.example/'],
  ['https://internal.shop.example/', 'https://internal.shop.example/'],
  ['https://test.shop.example/', 'https://test.shop.example/'],
  ['https://mylocal.example/', 'https://mylocal.example/'],
  ['https://metadata.shop.example/', 'https://metadata.shop.example/'],
  ['https://10.shop.example/', 'https://10.shop.example/'],
  ['https://127-0-0-1.shop.example/', 'https://127-0-0-1.shop.example/'],
  ['https://127.0.0.1.shop.example/', 'https://127.0.0.1.shop.example/'],
  ['https://0x7f.shop.example/', 'https://0x7f.shop.example/'],
  ['https://fe80.shop.example/', 'https://fe80.shop.example/'],
  ['https://1and1.com/', 'https://1and1.com/'],
  ['https://1.com/', 'https://1.com/'],
  ['https://r3---sn-4g5e.shop.example/', 'https://r3---sn-4g5e.shop.example/'],
  ['https://x--y.shop.example/', 'https://x--y.shop.example/'],
  ['https://abc123.ngrok-free.app/hook', 'https://abc123.ngrok-free.app/hook'],
  ['https://quick-fox.trycloudflare.com/', 'https://quick-fox.trycloudflare.com/'],
  ['https://shop.workers.dev/', 'https://shop.workers.dev/'],
  ['https://hooks.zapier.com/hooks/catch/1/a/', 'https://hooks.zapier.com/hooks/catch/1/a/'],
  [
    'https://x1.execute-api.eu-west-1.amazonaws.com/prod/hook',
    'https://x1.execute-api.eu-west-1.amazonaws.com/prod/hook',
  ],
  ['https://shop.azurewebsites.net/api/hook?code=a/b==', 'https://shop.azurewebsites.net/api/hook?code=a/b=='],
  ['https://bücher.example/', 'https://xn--bcher-kva.example/'],
  ['https://BÜCHER.example/', 'https://xn--bcher-kva.example/'],
  ['https://bu\u0308cher.example/', 'https://xn--bcher-kva.example/'],
  ['https://xn--bcher-kva.example/', 'https://xn--bcher-kva.example/'],
  ['https://XN--BCHER-KVA.example/', 'https://xn--bcher-kva.example/'],
  ['https://faß.de/', 'https://xn--fa-hia.de/'],
  ['https://例え.jp/', 'https://xn--r8jz45g.jp/'],
  ['https://例え。jp/', 'https://xn--r8jz45g.jp/'],
  ['https://пример.рф/', 'https://xn--e1afmkfd.xn--p1ai/'],
  ['https://xn--e1afmkfd.xn--p1ai/', 'https://xn--e1afmkfd.xn--p1ai/'],
  ['https://نامه\u200cای.com/', 'https://xn--mgba3gch31f060k.com/'],
  ['https://xn--mgba3gch31f060k.com/', 'https://xn--mgba3gch31f060k.com/'],
  ['https://💩.la/', 'https://xn--ls8h.la/'],
  ['https://ｓｈｏｐ.example/', 'https://shop.example/'],
  ['https://shop.example/a/../b', 'https://shop.example/b'],
  ['https://shop.example/a/%2e%2E/b', 'https://shop.example/b'],
  ['https://shop.example/./', 'https://shop.example/'],
  ['https://shop.example//hook', 'https://shop.example//hook'],
  ['https://shop.example/%F0%9F%98%80', 'https://shop.example/%F0%9F%98%80'],
  ['https://shop.example/😀', 'https://shop.example/%F0%9F%98%80'],
  ['https://shop.example/ü?ü=ü', 'https://shop.example/%C3%BC?%C3%BC=%C3%BC'],
  ['https://shop.example/%0d%0a', 'https://shop.example/%0d%0a'],
  ['https://shop.example/a@b', 'https://shop.example/a@b'],
  ['https://shop.example?mail=a@b', 'https://shop.example/?mail=a@b'],
  ['https://shop.example/hook?to=http://127.0.0.1/', 'https://shop.example/hook?to=http://127.0.0.1/'],
  ["https://shop.example/?a[]=1&b='x'", 'https://shop.example/?a[]=1&b=%27x%27'],
  ['https://shop.example/{id}', 'https://shop.example/%7Bid%7D'],
  [`https://shop.example/${'a'.repeat(2027)}`, `https://shop.example/${'a'.repeat(2027)}`],
  [`https://${`${'a'.repeat(60)}.`.repeat(4)}example/`, `https://${`${'a'.repeat(60)}.`.repeat(4)}example/`],
]

/** URLs that only local development allows, with their canonical form. */
export const localUrls: readonly (readonly [url: string, canonical: string])[] = [
  ['http://localhost', 'http://localhost/'],
  ['http://localhost:3000/hook', 'http://localhost:3000/hook'],
  ['HTTP://LocalHost:80/', 'http://localhost/'],
  ['http://127.0.0.1:65535/?x', 'http://127.0.0.1:65535/?x'],
  ['http://127.0.0.1?x', 'http://127.0.0.1/?x'],
]

/** URLs similar to localhost, which are always rejected. */
export const notLocal: readonly (readonly [url: string, fault: PublicUrlError])[] = [
  ['http://127.1/', 'scheme'],
  ['http://2130706433/', 'scheme'],
  ['http://0x7f.1:3000/', 'scheme'],
  ['http://127.0.0.1.:3000/', 'scheme'],
  ['http://127.0.0.2/', 'scheme'],
  ['http://０/', 'scheme'],
  ['http://１２７.0.0.1/', 'scheme'],
  ['http://127%2e0.0.1/', 'scheme'],
  ['http://[::1]:3000/', 'scheme'],
  ['http://localhost./', 'scheme'],
  ['http://admin.localhost/', 'scheme'],
  ['http://localhost.evil.example/', 'scheme'],
  ['http://localhost:3000.evil.example/', 'scheme'],
  ['http://localhost@evil.example/', 'user_information'],
  ['http://evil.example@localhost/', 'user_information'],
  ['http://localhost\\@evil.example/', 'character'],
  ['http://localhost#@evil.example/', 'fragment'],
  ['http://localhost:99999/', 'form'],
  ['http://ⓛocalhost/', 'scheme'],
  ['http:localhost', 'form'],
  ['https://localhost:3000/', 'special_name'],
  ['https://127.0.0.1/', 'address'],
  ['http://10.0.0.1/', 'scheme'],
  ['http://shop.example/', 'scheme'],
]

/** An independent check that a canonical URL has a public host. */
export const isPublic = (canonical: string): boolean => {
  const host = /^https:\/\/((?:[a-z0-9][a-z0-9-]*\.)+[a-z][a-z0-9-]*)(?::8443)?\/[!-~]*$/.exec(canonical)?.[1]
  if (host === undefined || canonical.includes('\\') || canonical.includes('#')) return false
  const ending = /(?:^|\.)(?:localhost|local|internal|arpa|test|invalid|onion|alt|lan|corp|home|nip\.io|goog)$/
  return !ending.test(host)
}

const characters = '\t\n\r \0\\@#:/?%.[]。．０１７127xX-_lı\u00ad\u200b\ufeff\ud800'
const parts =
  '127.0.0.1 0x7f.1 [::1] localhost .local .internal @127.0.0.1 :443 :22 %2e %00 // http:// xn-- nip.io . 169.254.169.254 2130706433 .nip.io/ \\@10.0.0.1/'
const pieces = [...characters, ...parts.split(' ')]

/** Positions between the parts of a URL, where a mutation is more likely to have an effect than at random positions. */
const boundaries = (text: string): number[] => {
  const host = text.indexOf('//') + 2
  const end = host + (/[:/?]/.exec(text.slice(host))?.index ?? text.length - host)
  return [0, host, text.lastIndexOf('.', end), end, Math.min(end + 5, text.length)]
}

const change = fc.record({
  anywhere: fc.option(fc.nat(40), { freq: 2 }),
  boundary: fc.nat(4),
  removed: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.nat(20)),
  piece: fc.constantFrom(...pieces),
})

/** Allowed URLs with up to four inserted or replaced pieces of rejected ones. */
export const mutated = fc
  .tuple(
    fc.constantFrom(...[...allowed, ...localUrls].map(([url]) => url.slice(0, 80))),
    fc.array(change, { minLength: 1, maxLength: 4 }),
  )
  .map(([url, changes]) =>
    changes.reduce((text, { anywhere, boundary, removed, piece }) => {
      const at = Math.max(anywhere ?? boundaries(text)[boundary] ?? 0, 0)
      return text.slice(0, at) + piece + text.slice(at + removed)
    }, url),
  )
