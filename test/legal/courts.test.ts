import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { caseType } from '../../src/legal/case-numbers.ts'
import { courtOfCode } from '../../src/legal/courts.ts'
import { anyText } from '../support/any-text.ts'

describe('the court of a court code', () => {
  test.each([
    ['最高法', null, '最高'],
    ['粤', '广东', '高级'],
    ['粤03', '广东', '中级'],
    ['粤0304', '广东', '基层'],
    ['内01', '内蒙古', '中级'],
    ['京7101', '北京', '基层'],
    ['津72', '天津', '中级'],
    ['京73', '北京', '中级'],
    ['沪74', '上海', '中级'],
    ['渝87', '重庆', '中级'],
    ['鄂96', '湖北', '中级'],
    ['豫9001', '河南', '基层'],
    ['京0491', '北京', '基层'],
    ['浙0192', '浙江', '基层'],
    ['粤0192', '广东', '基层'],
    ['兵01', '新疆生产建设兵团', '中级'],
    ['军', null, '高级'],
    ['沪一中', '上海', '中级'],
    ['粤高法', '广东', '高级'],
    ['朝', null, null],
    ['江宁开', null, null],
    ['', null, null],
    [null, null, null],
  ])('%s sits in %s as %s court', (code, province, level) => {
    expect(courtOfCode(code)).toEqual({ province, level })
  })

  test('no text makes it throw', () => {
    fc.assert(fc.property(anyText(), (text) => void courtOfCode(text)))
  })
})

describe('the case type of a type code', () => {
  test.each([
    ['民初', '民事案件', '一审'],
    ['民终', '民事案件', '二审'],
    ['民申', '民事案件', '再审审查'],
    ['民再', '民事案件', '再审'],
    ['民四初', '民事案件', '一审'],
    ['民三(知)终', '民事案件', '二审'],
    ['知民终', '民事案件', '二审'],
    ['民辖终', '管辖案件', '管辖上诉'],
    ['刑初', '刑事案件', '一审'],
    ['刑更', '刑事案件', '刑罚变更'],
    ['行赔初', '行政案件', '一审'],
    ['执', '执行案件', '执行'],
    ['执恢', '执行案件', '恢复执行'],
    ['执异', '执行案件', '执行异议'],
    ['财保', '非诉保全审查案件', '财产保全'],
    ['破申', '强制清算与破产案件', '破产申请审查'],
    ['强清', '强制清算与破产案件', '强制清算'],
    ['委赔', '国家赔偿与司法救助案件', '国家赔偿'],
    ['司救执', '国家赔偿与司法救助案件', '司法救助'],
    ['协外认', '国际司法协助案件', '外国裁判承认'],
    ['司惩', '其他案件', '司法制裁'],
  ])('%s is a %s, %s', (code, category, procedure) => {
    expect(caseType(code)).toEqual({ category, procedure })
  })

  test.each([null, '', '甲乙', 'constructor'])('%j is not in the table', (code) => {
    expect(caseType(code)).toBeUndefined()
  })
})
