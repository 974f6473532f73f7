import pages from '../../dist/pages.json'
import { builtFile } from './builtFile.ts'
import { localeOf } from './locale.ts'

/**
 * Every feature that a document can be granted, by the names that Chromium and Firefox know. All are off but `payment`:
 * the page that holds card numbers has no use for a camera, and neither has a script that gets into it.
 */
const FEATURES_OFF = [
  'accelerometer',
  'autoplay',
  'browsing-topics',
  'camera',
  'clipboard-read',
  'clipboard-write',
  'compute-pressure',
  'cross-origin-isolated',
  'display-capture',
  'encrypted-media',
  'fullscreen',
  'gamepad',
  'geolocation',
  'gyroscope',
  'hid',
  'identity-credentials-get',
  'idle-detection',
  'keyboard-map',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'otp-credentials',
  'picture-in-picture',
  'publickey-credentials-create',
  'publickey-credentials-get',
  'screen-wake-lock',
  'serial',
  'storage-access',
  'usb',
  'window-management',
  'xr-spatial-tracking',
]

const PERMISSIONS = [...FEATURES_OFF.map((feature) => `${feature}=()`), 'payment=(self)'].join(', ')

/** An origin as it may stand in a policy: nothing that could end the directive or begin another. */
const ORIGIN = /^https?:\/\/[a-z0-9.\-[\]:]+$/

const ancestors = (origins: string[] | '*' | null): string => {
  if (origins === '*') return '*'
  const safe = (origins ?? []).filter((origin) => ORIGIN.test(origin))
  return safe.length > 0 ? safe.join(' ') : "'none'"
}

const policy = (frameAncestors: string[] | '*' | null): string =>
  [
    "default-src 'none'",
    "connect-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    `script-src '${pages.card.scriptHash}' 'strict-dynamic'`,
    `style-src '${pages.card.styleHash}'`,
    "require-trusted-types-for 'script'",
    'trusted-types lit-html',
    `frame-ancestors ${ancestors(frameAncestors)}`,
  ].join('; ')

/**
 * The page inside of the merchant's iframe: the whole card form in one file, in the language of `?locale=`, else of
 * Accept-Language, else English. It sets no cookies and reads none. Its resource policy is cross-origin, so that it also
 * loads in a page that demands one of everything (COEP); who may frame it is decided by `frame-ancestors`.
 *
 * @param assets the files of dist/assets
 * @param options.frameAncestors origins that may frame it, `*` for any, null for nobody
 */
export const cardFrame = (
  request: Request,
  assets: Fetcher,
  options: { frameAncestors: string[] | '*' | null },
): Promise<Response> => {
  const locale = localeOf(request, pages.card.locales)
  return builtFile(request, assets, {
    path: `/card/${locale}.html`,
    etag: `${pages.card.version}-${locale}`,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-language': locale,
      // Asked again every time, so that an origin that is no longer allowed is refused; mostly answered by 304.
      'cache-control': 'private, no-cache',
      vary: 'Accept-Encoding, Accept-Language',
      'content-security-policy': policy(options.frameAncestors),
      'permissions-policy': PERMISSIONS,
      'referrer-policy': 'no-referrer',
      'cross-origin-resource-policy': 'cross-origin',
      'cross-origin-embedder-policy': 'require-corp',
      'origin-agent-cluster': '?1',
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex',
    },
  })
}
