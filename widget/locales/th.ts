import type { Texts } from './texts.ts'

export const th: Texts = {
  direction: 'ltr',
  frameTitle: 'ข้อมูลบัตร',
  missing: 'กรุณากรอกข้อมูลบัตรให้ครบ',
  labels: { number: 'หมายเลขบัตร', expiry: 'วันหมดอายุ', code: 'CVV', name: 'ชื่อบนบัตร', postalCode: 'รหัสไปรษณีย์' },
  optional: '(ไม่บังคับ)',
  expiryHint: 'ดด / ปป',
  help: { codeBack: '{name}: ตัวเลข 3 หลักด้านหลังบัตร', codeFront: '{name}: ตัวเลข 4 หลักด้านหน้าบัตร' },
  choice: { label: 'ชำระผ่าน', announcement: 'บัตรนี้ใช้ได้กับ 2 เครือข่าย คุณเลือกได้ 1 เครือข่าย' },
  errors: {
    number: { missing: 'กรุณากรอกหมายเลขบัตร', incomplete: 'กรุณากรอกหมายเลขบัตรให้ครบ', wrong: 'กรุณาตรวจสอบหมายเลขบัตร' },
    expiry: {
      missing: 'กรุณากรอกวันหมดอายุ',
      incomplete: 'กรุณากรอกเดือนและปี',
      wrong: 'กรุณาตรวจสอบวันหมดอายุ',
      past: 'บัตรนี้หมดอายุแล้ว',
    },
    code: { missing: 'กรุณากรอก CVV', incomplete: 'กรุณากรอก CVV ให้ครบ', wrong: 'กรุณาตรวจสอบ CVV' },
    name: { missing: 'กรุณากรอกชื่อบนบัตร', wrong: 'กรุณาตรวจสอบชื่อบนบัตร' },
    postalCode: { wrong: 'กรุณาตรวจสอบรหัสไปรษณีย์' },
  },
  processing: 'กำลังดำเนินการ',
  failures: {
    card_invalid: 'กรุณาตรวจสอบข้อมูลบัตร',
    declined: 'บัตรถูกปฏิเสธ กรุณาใช้บัตรอื่น',
    network: 'ไม่มีการเชื่อมต่อ กรุณาลองใหม่',
    rate_limited: 'ลองหลายครั้งเกินไป กรุณารอสักครู่',
    refused: 'แบบฟอร์มนี้ยังไม่พร้อมรับบัตร',
    unavailable: 'ดำเนินการไม่สำเร็จ กรุณาลองใหม่',
  },
}
