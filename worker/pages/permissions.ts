/**
 * Every feature that a document can be granted, by the names that Chromium and Firefox know. All are off but `payment`:
 * a page that holds card numbers has no use for a camera, and neither has a script that gets into it.
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

/** The Permissions-Policy of every page: what is right for those that take payments takes nothing from those that are read. */
export const PERMISSIONS = [...FEATURES_OFF.map((feature) => `${feature}=()`), 'payment=(self)'].join(', ')
