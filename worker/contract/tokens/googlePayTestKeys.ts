/**
 * Google Pay keys of test mode: the root key that signs test payments, and the recipient key that decrypts them. Both private keys are
 * public, so everyone can create test payments without a phone; live mode rejects a configuration with them.
 */
export const googlePayTestKeys = {
  recipientId: 'gateway:sluice-test',
  /** SubjectPublicKeyInfo and PKCS #8 of P-256, base64. The root key signs under both protocols and never expires. */
  rootPublicKey:
    'MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEcHjSWEDIW/XL0YZirMBfMwJi7zoZHlCAAazr8aoxeuZ7RgNe0SfCWicnTHSLVWyjbf31F1xiOpJFY4jYVzrRow==',
  rootPrivateKey:
    'MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgEQucf2kbh0Jh9o+5maU8CIPXAfwUmsRodOEYtGfEX5ahRANCAARweNJYQMhb9cvRhmKswF8zAmLvOhkeUIABrOvxqjF65ntGA17RJ8JaJydMdItVbKNt/fUXXGI6kkVjiNhXOtGj',
  /** The uncompressed point, as used in the key agreement, and PKCS #8, base64. */
  recipientPublicKey: 'BA8SF9Z8f+IrilW1wykMvKhx7oy6pqPcWgozKsdVZDnFjHHJvUlTuQgBXikv1uSA0ujg7o768kDHTmKXbdToCG8=',
  recipientPrivateKey:
    'MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgqRvqYnR8h/zvX0HK9fNqUb26YjB65RbMZ+6Tnl/ItruhRANCAAQPEhfWfH/iK4pVtcMpDLyoce6Muqaj3FoKMyrHVWQ5xYxxyb1JU7kIAV4pL9bkgNLo4O6O+vJAx05il23U6Ahv',
} as const
