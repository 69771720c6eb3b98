/** The pane with its drops, the reveals that the sky lights, and the cabin's wall, over the drawn scene. */
export const GLASS_FRAGMENT_SHADER = `#version 300 es
precision highp float;
uniform vec2 uSize;uniform vec4 uWindow;uniform float uSpacing,uDrops,uLayers,uTime,uSpeed,uPixel,uSoft;uniform vec3 uLight,uLow;
uniform sampler2D uScene,uDropMap;out vec4 o;
float box(vec2 p,vec2 b,float r){vec2 q=abs(p)-b+r;return length(max(q,0.))+min(max(q.x,q.y),0.)-r;}
vec2 slope(vec2 p,vec2 b,float r){vec2 q=abs(p)-b+r;return sign(p)*normalize(max(q,vec2(.001)));}
void main(){vec2 f=gl_FragCoord.xy,p=f-uWindow.xy;float k=0.;if(uSpacing>0.){k=clamp(round(p.x/uSpacing),-1.,1.);p.x-=uSpacing*k;}
float r=uWindow.z*.94,d=box(p,uWindow.zw,r),unit=uWindow.w;vec2 n=slope(p,uWindow.zw,r);float rim=unit*.05,seal=unit*.007;
float dither=fract(52.9829189*fract(dot(f,vec2(.06711056,.00583715))))/255.-.5/255.;vec3 c;
if(d<seal){vec2 at=f/uSize;vec4 seen=texture(uScene,at);c=seen.rgb;if(uSoft>0.){vec2 e=uSoft/vec2(textureSize(uScene,0)),g=e*vec2(1.,-1.);c=.25*(texture(uScene,at+e).rgb+texture(uScene,at-e).rgb+texture(uScene,at+g).rgb+texture(uScene,at-g).rgb);}
float heaps=1.-seen.a;if(heaps>.04){vec2 e=1./vec2(textureSize(uScene,0));vec4 sum=vec4(seen.rgb,1.)*heaps;
for(int i=0;i<9;i++)if(i!=4){vec4 s=texture(uScene,at+e*vec2(i%3-1,i/3-1));sum+=vec4(s.rgb,1.)*(1.-s.a);}c=mix(c,sum.rgb/sum.a,min(1.,heaps*1.6));}
float blur=smoothstep(.8,.95,uDrops);if(blur>0.){vec3 sum=seen.rgb;vec2 e=unit*.0075/uSize;for(int i=0;i<8;i++){float w=float(i)*.7854;sum+=texture(uScene,at+e*(1.+float(i&1))*vec2(cos(w),sin(w))).rgb;}c=mix(c,sum/9.,blur);}
if(uDrops>.01){for(int i=0;i<2;i++){if(float(i)>=uLayers)break;float s=i==0?.62:1.05;vec2 u=p/unit*s+vec2(k*.37+float(i)*.4,float(i)*.23);
if(i==1)u+=vec2(-uTime*uSpeed*.02,uTime*.006);vec4 m=texture(uDropMap,u);float a=m.b*smoothstep(0.,.35,uDrops-float(i)*.25);if(a<.01)continue;
vec2 l=m.rg*2.-1.;vec2 q=clamp((f-l*m.a*unit/s*.056)/uSize,0.,1.);vec3 z=texture(uScene,q).rgb;
float e=dot(l,l);z=z*(1.06-.62*smoothstep(.45,1.,e)*(.5+.5*l.y))+uLight*.22*smoothstep(.25,.0,length(l-vec2(-.3,.42)));float gap=abs(dot(z-c,vec3(.3,.5,.2)));c=mix(c,z,a*.8*(1.-.72*smoothstep(.08,.3,gap)));}
c=mix(c,c*.94+uLight*.05,uDrops*.5);}
float in1=smoothstep(0.,-unit*.17,d);c*=mix(.74,1.,in1);c+=uLight*.02;
float glare=smoothstep(-unit*.12,-unit*.02,d)*max(0.,dot(n,normalize(vec2(-.6,-.8))));c+=uLight*.06*glare;
c=mix(c,vec3(.02,.023,.03),smoothstep(-seal*.6,seal*.4,d));
}else{
float down=-n.y;vec3 wall=vec3(.030,.036,.056)*(.75+.5*f.y/uSize.y);float g=exp(-max(d,0.)/(unit*.24));
wall+=uLight*.065*g+uLow*.12*exp(-max(d,0.)/(unit*.5))*smoothstep(.1,-1.3,p.y/unit);
if(uSpacing>0.){float sx=abs(mod(f.x-uWindow.x+uSpacing*1.5,uSpacing)-uSpacing*.0);sx=min(sx,uSpacing-sx);sx=abs(abs(p.x)-uSpacing*.5);wall*=1.-.35*smoothstep(1.6*uPixel,0.,sx);wall+=.012*smoothstep(2.6*uPixel,1.6*uPixel,abs(sx-2.*uPixel));}
float ring=smoothstep(rim*1.5,rim*1.5-1.5*uPixel,d);float lit=.24+.66*smoothstep(-.15,1.,down)+.10*abs(n.x);
vec3 reveal=mix(uLight,uLow,smoothstep(-.2,1.,down)*.65)*lit*(.62+.45*(1.-d/rim));reveal*=1.-.5*smoothstep(rim*.45,rim,d);
vec3 lip=vec3(.05,.056,.084)+uLight*.10*(.5-.5*down)+uLow*.10*max(down,0.);
c=wall;c=mix(c,lip*.72,smoothstep(rim*2.1,rim*2.1-1.5*uPixel,d)*.55);c=mix(c,lip,ring);c=mix(c,reveal,smoothstep(rim,rim-1.5*uPixel,d));c=mix(c,vec3(.012,.014,.02),smoothstep(seal*2.,seal,d));
}
o=vec4(c+dither,1.);}`;

/** Lamps as soft discs: small at a distance, large and even behind wet glass. */
export const LAMP_VERTEX_SHADER = `#version 300 es
layout(location=0)in vec3 aAt;layout(location=1)in vec4 aColour;
uniform vec3 uAhead,uRight,uUp,uFrom,uRunway;uniform vec4 uView;uniform vec2 uTile,uMiddle;uniform float uUnit,uBlur,uMirror,uStrength,uSee,uPoint,uField;
out vec3 vColour;out float vSoft;
void main(){vec3 p=aAt;if(uMirror>.5)p.y=-p.y;p-=uFrom;float seen=1.;if(uTile.y>0.){p.xz=mod(p.xz-uMiddle+vec2(uTile.x*.5,0.),uTile)+uTile*(vec2(gl_InstanceID%3,gl_InstanceID/3)-vec2(1.5,1.))+uMiddle;
seen=p.z*uRunway.x-p.x*uRunway.y+uRunway.z<680.?1.-uField:1.;}else p.x=mod(p.x+uTile.x*.5,uTile.x)-uTile.x*.5;
float z=dot(p,uAhead);float dist=length(p);if(z<1.||(uBlur>1.&&aColour.a>2.&&aColour.a<2.3)){gl_Position=vec4(2.,2.,2.,1.);return;}
gl_Position=vec4(dot(p,uRight)/z*uView.x+uView.z,dot(p,uUp)/z*uView.y+uView.w,0.,1.);
float s=aColour.a*uUnit/dist;float want=max(s*1.3,uPoint)+uBlur*clamp(aColour.a*.7,.45,1.);bool glows=uBlur<1.&&uMirror<.5&&uTile.y<=0.&&aColour.a>2.;if(glows)want*=6.;if(uMirror>.5)want*=5.;gl_PointSize=min(want,uUnit*.4);vSoft=glows?-1.:uBlur>1.?.3:.75;
float dim=clamp(.62+s*.9,.62,1.);if(uBlur>1.)dim*=aColour.a<.72?.13:(aColour.a>2.?.5:.42)*mix(.36,1.,smoothstep(1.,3.6,s));vColour=aColour.rgb*dim*uStrength*seen*exp(-dist/uSee)*smoothstep(16500.,6000.,dist);}`;
export const LAMP_FRAGMENT_SHADER = `#version 300 es
precision highp float;in vec3 vColour;in float vSoft;uniform float uMirror;out vec4 o;
void main(){vec2 p=gl_PointCoord*2.-1.;if(uMirror>.5)p.x*=5.5;float r=length(p);float a=1.-smoothstep(1.-vSoft,1.,r);if(vSoft<0.)a=1.-smoothstep(.1,.19,r)+.34*pow(max(0.,1.-r),3.);else if(vSoft<.5)a*=.72+.4*smoothstep(.5,.85,r);if(uMirror>.5)a*=.9*pow(1.-abs(p.y),2.)*(.62+.38*sin(p.y*37.+gl_FragCoord.x*.9));o=vec4(vColour*a,1.);}`;

/** The wing: bends by `uBend`, its flaps and spoilers move; along its span the cloud behind it comes through. */
export const WING_VERTEX_SHADER = `#version 300 es
layout(location=0)in vec3 aAt;layout(location=1)in vec3 aNormal;layout(location=2)in vec4 aPart;
uniform vec3 uEye,uAhead,uRight,uUp;uniform vec4 uView;uniform float uBend,uFlaps,uSpoilers;out vec3 vNormal,vAt;out vec4 vPart;
void main(){vec3 p=aAt;vec3 n=aNormal;float s=aPart.x,c=aPart.y,chord=aPart.z,kind=aPart.w;
if(kind<.5&&c>.72&&s>.06&&s<.72){float k=(c-.72)*chord;float a=uFlaps*.62;p.y-=k*sin(a);p.x-=uFlaps*chord*.07+k*(cos(a)-1.);n=normalize(n+vec3(-a*.8,0.,0.));}
if(kind>.5&&kind<1.5){float k=c*chord;float a=uSpoilers*.75;p.y+=k*sin(a)+.012;p.x+=k*(1.-cos(a));n=normalize(vec3(sin(a)-.1,cos(a),-.085));}
float reach=clamp((p.z-2.)/15.,0.,1.2);p.y+=uBend*reach*reach;vAt=p;vNormal=n;vPart=aPart;vec3 q=p-uEye;float z=dot(q,uAhead);
gl_Position=vec4(dot(q,uRight)*uView.x+z*uView.z,dot(q,uUp)*uView.y+z*uView.w,z-.3,z);}`;
export const WING_FRAGMENT_SHADER = `#version 300 es
precision highp float;in vec3 vNormal,vAt;in vec4 vPart;uniform vec3 uSunHere,uSunColour,uAbove,uBelow,uEye,uHorizon;uniform vec3 uLamp;uniform float uFogged,uShine,uGleam;out vec4 o;
void main(){vec3 n=normalize(vNormal),v=normalize(vAt-uEye);if(dot(n,v)>0.&&vPart.w>.5&&vPart.w<1.5)n=-n;float s=vPart.x,c=vPart.y;
float up=.5+.5*n.y;if(vPart.w>1.5)up=.5+.5*up;vec3 amb=mix(uBelow,uAbove,up);amb=mix(amb,vec3(dot(amb,vec3(.34))),.25);if(vPart.w<.5)amb*=1.+.6*smoothstep(.75,.1,abs(n.y));float sun=max(dot(n,uSunHere),0.);vec3 paint=vec3(.66,.68,.72);if(s>1.0)paint=mix(paint,vec3(.24,.31,.46),.25);
vec3 c3=paint*(amb*.95+uSunColour*sun*.62);vec3 h=reflect(v,n);float fr=pow(1.-max(dot(-v,n),0.),3.);vec3 far=mix(mix(uBelow,uAbove,.5+.5*h.y),uHorizon,exp(-abs(h.y)*4.));c3=mix(c3,far,(.05+.6*fr)*uShine);if(vPart.w<1.5)c3*=.76+.24*smoothstep(.02,.55,s);
c3+=uSunColour*pow(max(dot(h,uSunHere),0.),22.)*.28;
if(vPart.w<.5){float wid=fwidth(c)*1.2,ws=fwidth(s)*1.2;float l=0.;for(int i=0;i<3;i++){float q=i==0?.12:i==1?.55:.72;l=max(l,1.-smoothstep(0.,wid+.003,abs(c-q)));}
float m=abs(fract(s*7.)-.5);l=max(l,(1.-smoothstep(0.,ws*7.+.006,.5-m))*step(.5,c)*.7);l*=step(s,.97);c3*=1.-.28*l*step(0.,n.y);c3=mix(c3,(c3+mix(uBelow,uAbove,.5+.5*h.y)*.8)*.62,(1.-smoothstep(.12,.12+wid,c))*step(s,1.));}
if(vPart.w>1.5)c3*=.94;float d=length(vAt-uEye);float f=uFogged*(.35+.6*smoothstep(3.,20.,d));c3+=vec3(.2,1.,.45)*uGleam*exp(-pow(length(vAt-uLamp)*3.,2.))*.7;o=vec4(c3,1.-clamp(f,0.,.92));}`;
