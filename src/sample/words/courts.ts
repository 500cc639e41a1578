/** A city with an intermediate court, and the districts with a basic court: four digits and a name. */
export interface CityWords {
  readonly name: string
  /** Two digits of the intermediate court's code. */
  readonly code: string
  /** The court's name, where it is not province + city + 中级人民法院. */
  readonly court?: string
  readonly basic: string
  /** Basic courts with a name of their own, by their four digits. */
  readonly own?: Readonly<Record<string, string>>
}

export interface ProvinceWords {
  readonly name: string
  readonly full: string
  /** The character that opens the court codes of the province. */
  readonly sign: string
  /** First two digits of its administrative codes. */
  readonly digits: string
  readonly cities: readonly CityWords[]
}

const province = (
  name: string,
  full: string,
  sign: string,
  digits: string,
  cities: readonly CityWords[],
): ProvinceWords => ({ name, full, sign, digits, cities })

const city = (
  name: string,
  code: string,
  basic: string,
  more: Pick<CityWords, 'court' | 'own'> = {},
): CityWords => ({ name, code, basic, ...more })

/** Courts of the sample, with their real codes. Municipalities have several intermediate courts. */
export const provinces: readonly ProvinceWords[] = [
  province('北京', '北京市', '京', '11', [
    city('北京市', '01', '0108海淀区 0107石景山区 0114昌平区', { court: '北京市第一中级人民法院' }),
    city('北京市', '02', '0101东城区 0102西城区 0106丰台区 0115大兴区', { court: '北京市第二中级人民法院' }),
    city('北京市', '03', '0105朝阳区 0112通州区 0113顺义区', { court: '北京市第三中级人民法院' }),
  ]),
  province('天津', '天津市', '津', '12', [
    city('天津市', '01', '0101和平区 0104南开区 0103河西区', { court: '天津市第一中级人民法院' }),
    city('天津市', '03', '0116滨海新区', { court: '天津市第三中级人民法院' }),
  ]),
  province('河北', '河北省', '冀', '13', [
    city('石家庄市', '01', '0102长安区 0104桥西区'),
    city('保定市', '06', '0602竞秀区 0606莲池区'),
  ]),
  province('山西', '山西省', '晋', '14', [city('太原市', '01', '0105小店区 0106迎泽区')]),
  province('内蒙古', '内蒙古自治区', '内', '15', [city('呼和浩特市', '01', '0102新城区 0105赛罕区')]),
  province('辽宁', '辽宁省', '辽', '21', [
    city('沈阳市', '01', '0102和平区 0103沈河区'),
    city('大连市', '02', '0202中山区 0203西岗区'),
  ]),
  province('吉林', '吉林省', '吉', '22', [city('长春市', '01', '0102南关区 0104朝阳区')]),
  province('黑龙江', '黑龙江省', '黑', '23', [city('哈尔滨市', '01', '0102道里区 0103南岗区')]),
  province('上海', '上海市', '沪', '31', [
    city('上海市', '01', '0115浦东新区 0104徐汇区 0105长宁区 0112闵行区', {
      court: '上海市第一中级人民法院',
    }),
    city('上海市', '02', '0101黄浦区 0106静安区 0107普陀区 0114嘉定区', { court: '上海市第二中级人民法院' }),
  ]),
  province('江苏', '江苏省', '苏', '32', [
    city('南京市', '01', '0105建邺区 0106鼓楼区 0115江宁区'),
    city('苏州市', '05', '0506吴中区 0508姑苏区 0583昆山市 0582张家港市'),
    city('无锡市', '02', '0211滨湖区 0281江阴市'),
  ]),
  province('浙江', '浙江省', '浙', '33', [
    city('杭州市', '01', '0106西湖区 0108滨江区 0109萧山区 0192滨江区', {
      own: { '0192': '杭州互联网法院' },
    }),
    city('宁波市', '02', '0203海曙区 0212鄞州区'),
    city('金华市', '07', '0702婺城区 0782义乌市'),
  ]),
  province('安徽', '安徽省', '皖', '34', [city('合肥市', '01', '0103庐阳区 0104蜀山区 0111包河区')]),
  province('福建', '福建省', '闽', '35', [
    city('福州市', '01', '0102鼓楼区 0103台江区'),
    city('厦门市', '02', '0203思明区 0206湖里区'),
  ]),
  province('江西', '江西省', '赣', '36', [city('南昌市', '01', '0102东湖区 0103西湖区')]),
  province('山东', '山东省', '鲁', '37', [
    city('济南市', '01', '0102历下区 0103市中区'),
    city('青岛市', '02', '0202市南区 0212崂山区'),
  ]),
  province('河南', '河南省', '豫', '41', [city('郑州市', '01', '0105金水区 0103二七区')]),
  province('湖北', '湖北省', '鄂', '42', [city('武汉市', '01', '0102江岸区 0106武昌区 0111洪山区')]),
  province('湖南', '湖南省', '湘', '43', [city('长沙市', '01', '0103天心区 0104岳麓区 0111雨花区')]),
  province('广东', '广东省', '粤', '44', [
    city('广州市', '01', '0104越秀区 0106天河区 0113番禺区 0192海珠区', {
      own: { '0192': '广州互联网法院' },
    }),
    city('深圳市', '03', '0303罗湖区 0304福田区 0305南山区 0306宝安区 0307龙岗区 0391前海合作区', {
      own: { '0391': '深圳前海合作区人民法院' },
    }),
    city('佛山市', '06', '0604禅城区 0605南海区 0606顺德区'),
    city('东莞市', '19', '1971南城街道 1973塘厦镇', {
      own: { '1971': '广东省东莞市第一人民法院', '1973': '广东省东莞市第三人民法院' },
    }),
  ]),
  province('广西', '广西壮族自治区', '桂', '45', [city('南宁市', '01', '0102兴宁区 0103青秀区')]),
  province('海南', '海南省', '琼', '46', [city('海口市', '01', '0105秀英区 0106龙华区')]),
  province('重庆', '重庆市', '渝', '50', [
    city('重庆市', '01', '0105江北区 0112渝北区 0106沙坪坝区', { court: '重庆市第一中级人民法院' }),
    city('重庆市', '05', '0103渝中区 0108南岸区', { court: '重庆市第五中级人民法院' }),
  ]),
  province('四川', '四川省', '川', '51', [city('成都市', '01', '0104锦江区 0105青羊区 0107武侯区')]),
  province('贵州', '贵州省', '黔', '52', [city('贵阳市', '01', '0102南明区 0103云岩区')]),
  province('云南', '云南省', '云', '53', [city('昆明市', '01', '0102五华区 0103盘龙区')]),
  province('西藏', '西藏自治区', '藏', '54', [city('拉萨市', '01', '0102城关区')]),
  province('陕西', '陕西省', '陕', '61', [city('西安市', '01', '0103碑林区 0104莲湖区 0113雁塔区')]),
  province('甘肃', '甘肃省', '甘', '62', [city('兰州市', '01', '0102城关区 0103七里河区')]),
  province('青海', '青海省', '青', '63', [city('西宁市', '01', '0103城中区 0104城西区')]),
  province('宁夏', '宁夏回族自治区', '宁', '64', [city('银川市', '01', '0104兴庆区 0106金凤区')]),
  province('新疆', '新疆维吾尔自治区', '新', '65', [city('乌鲁木齐市', '01', '0102天山区 0103沙依巴克区')]),
]

/** Intermediate courts for one kind of cause: they decide in place of the city's court. */
export const specialCourts: readonly {
  readonly province: string
  readonly city: string
  readonly family: string
  readonly code: string
  readonly name: string
}[] = [
  { province: '北京', city: '北京市', family: 'ip', code: '京73', name: '北京知识产权法院' },
  { province: '上海', city: '上海市', family: 'ip', code: '沪73', name: '上海知识产权法院' },
  { province: '广东', city: '广州市', family: 'ip', code: '粤73', name: '广州知识产权法院' },
  { province: '北京', city: '北京市', family: 'finance', code: '京74', name: '北京金融法院' },
  { province: '上海', city: '上海市', family: 'finance', code: '沪74', name: '上海金融法院' },
  { province: '重庆', city: '重庆市', family: 'finance', code: '渝87', name: '成渝金融法院' },
]
