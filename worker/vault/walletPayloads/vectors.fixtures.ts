import type { DigitalPayPayment } from '#contract/transactions/payment'

/**
 * Google Pay payloads by other implementations, with the variables that open them.
 *
 * - google: from Google's TEST environment, for the key pair of spreedly/r2d2 (test/fixtures; contents in
 *   test/google_pay_token_ecv1_test.rb and _ecv2_test.rb)
 * - tink: from Google's library Tink in Java, with its test keys (yoyowallet/google-pay-token-decryption, tests/test_google_pay.py; the ECv1
 *   one in tink-crypto/tink, PaymentMethodTokenRecipientTest.java)
 * - pyca: from vectors.py in this folder, with Python 3.11.7 and cryptography 48.0.0
 *
 * None of the keys protects anything.
 */

/** The recipient id of the TEST environment's documentation. */
export const googleVariables = {
  WALLET_ROOT_KEYS:
    '{\n  "keys": [\n    {\n      "keyValue": "MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEIsFro6K+IUxRr4yFTOTO+kFCCEvHo7B9IOMLxah6c977oFzX/beObH4a9OfosMHmft3JJZ6B3xpjIb8kduK4/A==",\n      "protocolVersion": "ECv1"\n    },\n    {\n      "keyValue": "MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEGnJ7Yo1sX9b4kr4Aa5uq58JRQfzD8bIJXw7WXaap/hVE+PnFxvjx4nVxt79SdRuUVeu++HZD0cGAv4IOznc96w==",\n      "protocolVersion": "ECv2",\n      "keyExpiration": "2154841200000"\n    },\n    {\n      "keyValue": "MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEGnJ7Yo1sX9b4kr4Aa5uq58JRQfzD8bIJXw7WXaap/hVE+PnFxvjx4nVxt79SdRuUVeu++HZD0cGAv4IOznc96w==",\n      "protocolVersion": "ECv2SigningOnly",\n      "keyExpiration": "2154841200000"\n    }\n  ]\n}',
  WALLET_RECIPIENT_ID: 'merchant:12345678901234567890',
  WALLET_PRIVATE_KEYS:
    'MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgi/OM3ym8mzKDDK9unXMqofZIxTAyQzcco14wfHWxsLmhRANCAASS97JauQPvjlHrJasnGOMFf5c+QaRtkKzumpfK7gZJ+rJVHXKr89pG182ReG6ocFKOCjaFXYMrVtd+xzRUq3ea',
}

/** A device number with a cryptogram, of July 2020. */
export const googleEcv2: DigitalPayPayment = {
  signature: 'MEYCIQCP7uCYgQ7Lf8qOhEGAe/FSxc2QBLxcXJZ0NBLrl1ak0gIhAPg/HoK4bEZFZSonrIn9mTX45VyXPekWVV5nClVUAe+z',
  intermediateSigningKey: {
    signedKey:
      '{"keyValue":"MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEvCTPDitLOv+BQhhQuzBPHbD6sktOsn0SakF0fE9yj328giZXZbec4aZz9js4U3mg8Vjw1+Xxzx+icTpExJ4xqw\\u003d\\u003d","keyExpiration":"1595702501149"}',
    signatures: ['MEUCIAncYUL4uahYYORjyWHNgnt55e0mU7zAJPYW1nG6qb80AiEA1jZD3oo89utjQdTZkwEQo7qbBj/EXK4pntsGJri8cAk='],
  },
  protocolVersion: 'ECv2',
  signedMessage:
    '{"encryptedMessage":"FnSPaPKyUvXs6SckETjCcvf/Qh2KLkTLUOZZyjX+NYpFmlQ9AWESUBhyVjK0hPzWAQl8oaakaiVerdzuL7OarTQpiGpDDevNKP/JVhEk0gaVoAwnEM+CAktGOZdSFRhSjLRYgabxOadDbM7qkFeIasipxlWMXEntXteaOtYOxk17ywSKSwiDqa7c3Vx9ayvD6VSXd1wtXfA4VtzMRSSMzMLSxCBSGIs2edxhCADZu9LTOkw6Ms7JTtCD5/tM9LlYYFCYPuxQZjTvARJ56Tstpw+E8iHz8L7yEH1vsIMeiONhM1YvHRuD9s7KtMl7NBKPju1079mv42MbcYX1R0FMyOwQVASJgieZ5Dt6xxS4v6Yg7IsW3f8Gbpd74ezwAhSTRE3vV+N2x+93rX/5Id8nibTinVkNzqIEKyRA27YJ2t6YVZtcxLToydjpR3DFG4WqTDX0l+vlOb6h1NHbPP4ZE0WAaKOeQi7vVdneVhlOeNLNFVyT/1wRUAbl3Ygx0doxPuZZRgDUARO2Gp9PVY6/JOXWP2g8zaY\\u003d","ephemeralPublicKey":"BMkR/FU0LxW+27P3m4pdA5DlVSIt2GdLT2YbhIuk+hWG6/j2s5rHGJ5bveTsyESaW21mmznJZpUlzvTVAd0CxZs\\u003d","tag":"41mpupWETyyl3KMg3b4cF56CDmOxf1rusXkwDLlTEHY\\u003d"}',
}

/** A card on file, of November 2017. */
export const googleEcv1Card: DigitalPayPayment = {
  signature: 'MEUCIQDeIvCbFje6fFQe0lFUD8oV6T3GY81dU9UJ6KeXlwKSJgIgamgC56BdcNEJgffQDW3bTFWmEQVoC6zUZ+J7xJp2WAg=',
  protocolVersion: 'ECv1',
  signedMessage:
    '{"encryptedMessage":"ilnxpVEEaaZ2GFSc7cQDNxSMkjF5nWFcT6w3HSdpX+5mXn/uv6naeTjSoGfy1gi6JdpToKuc0hhkqpetNVDj6dPH8u01K685xEL0AVjuSR84WnRfxnWjDNlYRuGS0N5iPY6G/981ucbgwBNcAjqemTdc6xv6/lQwZq36V7FWt4IAchg55JJt2mnFMSDkkMTz5bWfJtgmwg55b0KXfuTA3ADLxeFlOLuT3DICFzo45jyCK1RSltiCHhD+Lm65wESCHCgS9W50yh2a/J1lTCUP7Xy/aaurVtNUrB+H/SlY16Szk455h27d2Zi6JKzxnL/rQ+5ME1TWpp0n66RQ70y1roC5myNy6ILmEoyIdAU6FahuGX4MQFkmO4G4GOL5lMEj63hF1U2N/iFm03Urx2dSWkCsiVM\\u003d","ephemeralPublicKey":"BEENTno093zpl+QST4mXKVqrOVHsqweffqILO+HAob2JyF8YNtjBWXoKunSF0rkGY3spzp/BsNHKJ3Req+DfOwM\\u003d","tag":"eZJ0p0DUu9TGM3bOx8VBCcgt9sJ9tgLRnLjgPyd4aKs\\u003d"}',
}

/** A device number, of November 2017. */
export const googleEcv1TokenizedCard: DigitalPayPayment = {
  signature: 'MEUCIQDzgQkY/Lj42FoZC9wN44Uz0r6uDttc68k2c9oZCzNJPwIgSRukEx30uMjqzFswekoarAtO9p1/E221hNmVuHzDW+M=',
  protocolVersion: 'ECv1',
  signedMessage:
    '{"encryptedMessage":"RrliMMApO0MghHfjfVbJDz3jmdwQYluu8yjLPqnsRUZ36s28ceb+KxEdFIaxC2Y/d6hUm7kUOpyLbCMlj0IZXUP7WmGxHW+oQr8BDiHmwlRzovO3WCyB91kci0dz17k5qKaT/6Pf3FMu+0IhiGd+QtD6d+ifv6bvy6iA0rwpGMHheC/gKqZF4xCYWJjw7Twa72xEbjp9qlO0msA8jysjuB+N2injsL43I/lB592I/V9VZJvI5S7TDZi8XQb1kNKNmhH1XDEseT3Mb180xtJxCxuVOpk9yH7NyRWha3HV6Tgr+GqSSk5jCzZyY/PxxwTjnRvRPmcrd7PTN+w1k4M4TdniyStmdk8yUdxgd+utNB3Xwh4J8caFtDVZdRYgoDx5S/3zJ6xQckqQzVD0fRuykVtMjY++EMbNfNdGKV0u8mAEBVXJaPVsxISCgBJTvpNzllj3DMvNEE/Zc5p+7izMh8mz++g5ab5mrw/Xg//dYm/ndKG6V9WXqosTg4IdhsWALgCLyYVZwxjsjF3kua0XZ2IyemsvGU0KtZL9Uy4\\u003d","ephemeralPublicKey":"BCVPKilVgN/Mg7cg4nkLZnvMZ0EIONH+Cnlq6ykhWk/lq+fHHgH+lOoy0MXvI7ZfDL6AesSO8+mqLl4MwwHDd6o\\u003d","tag":"P/m+wFoQ7yQHepwhGdGvp08TSPPuO1a5SyF9C5QKIe4\\u003d"}',
}

/** A recipient id that no gateway has. */
export const tinkVariables = {
  WALLET_ROOT_KEYS:
    '{"keys": [{"keyValue": "MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE/1+3HBVSbdv+j7NaArdgMyoSAM43yRydzqdg1TxodSzA96Dj4Mc1EiKroxxunavVIvdxGnJeFViTzFvzFRxyCw==", "protocolVersion": "ECv2", "keyExpiration": "32506264800000"}]}',
  WALLET_RECIPIENT_ID: 'someRecipient',
  WALLET_PRIVATE_KEYS:
    'MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgCPSuFr4iSIaQprjjchHPyDu2NXFe0vDBoTpPkYaK9dehRANCAATnaFz/vQKuO90pxsINyVNWojabHfbx9qIJ6uD7Q7ZSxmtyo/Ez3/o2kDT8g0pIdyVIYktCsq65VoQIDWSh2Bdm',
}

/** A card on file. */
export const tinkEcv2: DigitalPayPayment = {
  signature: 'MEYCIQCbtFh9UIf1Ty3NKZ2z0ZmL0SHwR30uiRGuRXk9ghpyrwIhANiZQ0Df6noxkQ6M652PcIPkk2m1PQhqiq4UhzvPQOYf',
  intermediateSigningKey: {
    signedKey:
      '{"keyValue":"MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE/1+3HBVSbdv+j7NaArdgMyoSAM43yRydzqdg1TxodSzA96Dj4Mc1EiKroxxunavVIvdxGnJeFViTzFvzFRxyCw==","keyExpiration":"1879409613939"}',
    signatures: ['MEQCIFBle+JsfsovRBeoFEYKWFAeBYFAhq0S+GtusiosjV4lAiAGcK9qfVpnqG6Hw8cbGBQ79beiAs6IIkBxBfeKDBR+kA=='],
  },
  protocolVersion: 'ECv2',
  signedMessage:
    '{"encryptedMessage":"PeYi+ZnJs1Gei1dSOkItdfFG8Y81FvEI7dHE0sSrSU6OPnndftV/qDbbmXHmppoyP/2lhF+XsH93qzD3u46BRnxxPtetzGT0533rIraskTj8SZ6FVYY1Opfo7FECGk57FfF8aDaCSOoyTh1k0v6wdxVwEVvWqG1T/ij+u2KWOw5G1WSB/RVicni0Az13ModYb0KMdMws1USKlWxBfKU5PtxibVx4fZ95HYQ82qgHlV4ToKaUY7YWud1iEspmFsBMk0nh4t1hVxRzsxKUjMV1915qD5yq7k5n9YPao2mR9NJgLPDktsc4uf9bszzvnqhz3T1YID43QwX16yCyn/YxNVe3dJ1+S+BGyJ+vyKXp+Zh4SlIua2NFLwnR06Es3Kvl6LlOGasoPC/tMAWYLQlGsl+vHK3mrMZjC6KbOsXg+2mrlZwL+QOt3ih2jIPe","ephemeralPublicKey":"BD6pQKpy7yDebAX4qV0u/AfMYNQhOD+teyoa/5SsxwTGCoC1ZKHxNMb5BXvRmBcYGPNTx8+fAkEwzJ8GqbX/Q7E=","tag":"8gFteCvCuamX1RmL7ORdHqleyBf0N55OfAs80RYGgwc="}',
}

/** Valid signatures, invalid tag. */
export const tinkWrongTag: DigitalPayPayment = {
  signature: 'MEQCIGZJz6qTyiMeVzlwJ2FQtUUh5bfORrT7/ZW7iqtAOa7JAiBBOTPXLNr/gfgEmlAfUW6c7OpwriuYzW8SUMWNz6Qy3g==',
  intermediateSigningKey: {
    signedKey:
      '{"keyValue":"MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE/1+3HBVSbdv+j7NaArdgMyoSAM43yRydzqdg1TxodSzA96Dj4Mc1EiKroxxunavVIvdxGnJeFViTzFvzFRxyCw==","keyExpiration":"1880106295412"}',
    signatures: ['MEUCIQCJihoRFfDp170pXqtUn0u9eDX8pU5r06HzcSisttR+fwIgQH9ROgfNj69y3HSWOiSVGbSYQ/XD6kvWDHI43Qo9CpQ='],
  },
  protocolVersion: 'ECv2',
  signedMessage:
    '{"encryptedMessage":"wFnzlFi/al6Kwk8/VFZp5R25WqN8eWQzRBZpjHbzDYMYeI97DeMEewI0BevsAgbQkJG03ktxOvUcFGjWVc/tePDBJUKYZDWwNosvRV4LgUkC7n7ByGntSJ/ekqXlm48UDAOPYchRTG6KvMdtYAfZQ5TbggbmLiJkvO55eHwyBHbgYiERJMQLh50QTp2peL7ZC7f8lBZ0Z3VWSEDLyFza93uadlzMEdhjXcgWwxIWAtxmMFvdLaXn0Crp7m0b90CfbcBSzsf4OeVbbUA8PoFhYJ9qjRErA+4MO+cXvtl3+AwiudVs3MtsvZX2Be/LniKHZoGNz34gn2+MTd9tGeiw3kRBYgwOVMciVcXtiq47XCcj5ttszfXctbNzuCS+MTDp0V3W0T/i9B2Vj6ocFFTOqvTz8AtMDfphXoSGAV+txv4S8iclFjKiMXHJw6dmI/deabisdXPoqAhpdfO3DGlO48NQF4Fwo0qUCwTdVeZ3HNYD0NYYKt6eKghdrXZFcDaE9FPs1xVFYUzJeupV2+Kpr9J9vA==","ephemeralPublicKey":"BC7Gy3uiwBWRh1qYRoJ8DhD05XSr2RjW2NcNIKXhxx1gfsp1BuET9uxaFvujKFTFSAPSYdYSRYB4mDzb7rO+12I=","tag":"AYcBmZRnlcPtU/t/CWUQJMDM6BjNEH3klAE1HxlvXPc="}',
}

/** Valid, with the content `plaintext`. */
export const tinkNotJson: DigitalPayPayment = {
  signature: 'MEUCIE9yZoaWuT+xS8GRAeFMhox/FYmmHaZqSjD/g4fJBBAeAiEAiuQzXoPWRSB6AhSD81q2bUOTLK4k+MntQx2UERk67fE=',
  intermediateSigningKey: {
    signedKey:
      '{"keyValue":"MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE/1+3HBVSbdv+j7NaArdgMyoSAM43yRydzqdg1TxodSzA96Dj4Mc1EiKroxxunavVIvdxGnJeFViTzFvzFRxyCw==","keyExpiration":"1880104972775"}',
    signatures: ['MEYCIQC70Y6VnxvXnwQ5HgJCD6HxPa2EMDCU6AVk6gAFi/A2TwIhAIvAbw5VShuO6uf8N0qJ8l8oVT3TMBX2Zv28+FKlvnRL'],
  },
  protocolVersion: 'ECv2',
  signedMessage:
    '{"encryptedMessage":"ssCh5UO4l4Xp","ephemeralPublicKey":"BKg85WIik76zjAKEFehNZ4seOh2/RX8WNPpX1gBzgQlsZCNYCj/2O8TsbDxYI2c9L5yBSpJOLy6AOE3q+5m3idg=","tag":"yRYHWOnuDsx6/KjS7axdL8YIPXuMnExw6FDldolRl+M="}',
}

/** The same for ECv1. */
export const tinkEcv1NotJson: DigitalPayPayment = {
  protocolVersion: 'ECv1',
  signedMessage:
    '{"tag":"ZVwlJt7dU8Plk0+r8rPF8DmPTvDiOA1UAoNjDV+SqDE\\u003d","ephemeralPublicKey":"BPhVspn70Zj2Kkgu9t8+ApEuUWsI/zos5whGCQBlgOkuYagOis7qsrcbQrcprjvTZO3XOU+Qbcc28FSgsRtcgQE\\u003d","encryptedMessage":"12jUObueVTdy"}',
  signature: 'MEQCIDxBoUCoFRGReLdZ/cABlSSRIKoOEFoU3e27c14vMZtfAiBtX3pGMEpnw6mSAbnagCCgHlCk3NcFwWYEyxIE6KGZVA==',
}

/** Two private keys, and a root key that is valid only for signing. */
export const pycaVariables = {
  WALLET_ROOT_KEYS:
    '{"keys": [{"keyValue": "MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEMLLv+6m5Kj+UTGzjiAyIP+81HFQYwr2KG4nppUU+2gawkOxFCkhDedefwL8wzIIZf5Hd3J0e2PL2Cvuv2+IuGg==", "protocolVersion": "ECv1"}, {"keyValue": "MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEWJ5WiaEBE5kqszFkuhK1rbIPVmnO9DFDqrF9Nd830Z9O6KAjKGuathkJ01QTXLTie4z2oJGJUlgOKFGrT0QYfQ==", "protocolVersion": "ECv2", "keyExpiration": "2100000000000"}, {"keyValue": "MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAENYrS8A40fDNkxY+hROOuzuiYN/JLT6VY24tz1JLiIj3dSH0zoUsgenjemXC5fBe1BWANF1Yj74lTaTLVjCg/0A==", "protocolVersion": "ECv2SigningOnly", "keyExpiration": "2100000000000"}]}',
  WALLET_RECIPIENT_ID: 'gateway:vectors',
  WALLET_PRIVATE_KEYS:
    'MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgN1AbTCQEd69CHFE1QHB6AiFRlET1/5/SHJ7F2uVRT56hRANCAATkCLZQBxWohf11UderO26eZxWo4/9KbBJXMDmTcNII2bf6k9vc9MEBvs4AGnPBGXOUDPupaAzHlCkqXhAtAtV7, MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg5Ur2f+lqZhwczsxsZdmV+pV3Ie0lJKKBgZ6KFP8F45uhRANCAATCvTnzp1m81EGHiM03DZwi/1X8V+pLnIkwLM5n66BE0tQZYjDdUwJ2VcxI1XWjavTGWqZxFMcumyEsOz1sMr3W',
}

/** A card on file, for the account account-1, with unknown members. */
export const pycaEcv1: DigitalPayPayment = {
  protocolVersion: 'ECv1',
  signedMessage:
    '{"tag": "/jQHXzs+HvC2gPjhcl5x77N1qmsQdBJ0brwtOmAzuFQ=", "ephemeralPublicKey": "BC872pmX7K31X5NnokGACV5XVWMexboQCT8+jW+xtimdLUa01oR/I60v3xotPpfP/RFzqY61sOzOWwy12ikmn2A=", "encryptedMessage": "+mBKUuYri+B5LuBsxvkaPhua1zFa20FeJ18CciNFIjLKJpwLiEfn91FA2R2voGCvBNet3qwWL4iapmjjjRjFdWKZ8esThD5FViYr1BDliB0mlL/f+WUjLH6O6rv4T0dHTAnUPckJiEGF74r5X+V9IOFLVYEjZafFq+Ev4rzyoAOu7UcAzISaBBVIAMmwqvVej+pwrdWrLKTe8ykV+dInejYNL3+su5X6QuME/Nb2VjJ4PFzxyh6SRIasVBfI+lZKijhQdXPezI4hwb8gBVW40sKMMQL9wjgbKrPGK2vACaqD3t7CFl7DKm6uyIW+Yb9WxibrptyJ91MXMJ0dm4DMdXmdwQfED3x85fUDI1IisS8Jix3RCw/rQOS4+8pwk7FMVfJkxqgOUA5uU/4sSL0CijNb3x7OUW9bD8P1OQ=="}',
  signature: 'MEYCIQDrKMRuk0ZZBY/Fn2Z3/6/Ue2kZC6R6guwLPTEQCWDmhQIhAMDXbGIfrZk33PzTzV1h9K4w8uPmYOSud1PQ+0UoZPkK',
}

/** A device number, encrypted to the second key. Only the second of two signatures is from a trusted root key. */
export const pycaEcv2: DigitalPayPayment = {
  protocolVersion: 'ECv2',
  signedMessage:
    '{"tag": "cxdpakICLm4Gp+GrdfoqqJut9wODt6fv2/DUrePfQzw=", "ephemeralPublicKey": "BBu6aZ1Ug24Mgrs7ftJ+0vafvnB7lOjSC/RNJzHiMAqA+XTAc+JpKdJlPx985sFQGuF09CZ7GpqlCXoe0L8Vm0w=", "encryptedMessage": "NNjpPxJg/pu10g62bqnJY1V43pBFcNLru8dDPqorrZT+2/SuSRW9QWBUGEyAaNyl1GMayC7cTgojhkYsB0HNQS+hIgaG0hdruFIV2d9ObDs85NSp1CkRkwKXmzKv2wjfKZuKFPuo/FgBIQegWJ3iKTIPW4qJsvpBdJbkIpA7zV2LKfewn7VYdvAF5NAYovn7VcklgdwswPjgaXKBHPCDdy+tHYLqAVzgiZaZNkXnF7FZ52mey/5ycKsylIxlwEzZdU4sVDAafZwdut7xmbhDhfWzpGO62d6YpofGw2hSuN5RxaiWuCye1g9pzrKZS/391zG2vGiO41sXdl70fYBaHWLAjkLtsynMfpZFTHtZLrEasVSJ0a3jblorfEAfMUoOAsAsuBNqrQ8pxBKFsuQwlvusXcBh9wdQ5T89eGSMoAFDIuhCaxJg30UoZ/oJ"}',
  signature: 'MEQCIHiemxS3ul/21e37xJCtAhPdwZSw1i+xjDrY3S0rLjdzAiA7RGdY74OVnjYFzrkiDBWttOBSrJuVZjUVwaf8DSnlvA==',
  intermediateSigningKey: {
    signedKey:
      '{"keyExpiration": "1999999999999", "keyValue": "MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAENYrS8A40fDNkxY+hROOuzuiYN/JLT6VY24tz1JLiIj3dSH0zoUsgenjemXC5fBe1BWANF1Yj74lTaTLVjCg/0A==", "more": "may come"}',
    signatures: [
      'MEQCIBl5Bb/geCdaC18Mn56m/D/c/a6sICUhK/tcx1rW7n0+AiBpcAkZW4hd0AEg5+GH5Rd9+U0LSnNzKcTtcpkOPSCJKQ==',
      'MEYCIQCj2Hcq0+YLo1eO8+xjBChkM7c6mZ6FOIGrFKVrO55LbQIhAKM4qE250ylQf4NKGex+P52EPQFnkiawegbZg2nlQdoW',
    ],
  },
}
